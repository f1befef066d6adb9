// The lines of a file as they are shown: numbers, text, what each did, and the findings about it.

/** The columns of the margin with their names, what they hold, and whether they are times. */
export const marginColumns = [
  { key: "subs", name: "subs", tip: "subscriptions made there, and to what is made there" },
  { key: "live", name: "live", tip: "those of them that were alive at the end" },
  { key: "in", name: "in", tip: "events that came from other lines" },
  { key: "out", name: "out", tip: "events handed to other lines" },
  { key: "drops", name: "drops", tip: "events that went nowhere: nobody was there, or it had ended" },
  { key: "time", name: "time", tip: "time in its operators and closures, without calls to other lines", isTime: true },
  { key: "waited", name: "waited", tip: "time that its elements, or the work it asked for, waited", isTime: true },
];

/** What a line did, from the numbers in which the renderer wrote it. */
function figuresOf([line, created, subs, live, ins, out, drops, time, waited, ...threads]) {
  return { line, created, subs, live, in: ins, out, drops, time, waited, threads };
}

/**
 * The lines of a file that the page holds, or that did something, each as `{ number, text, figures, findings, isAfterGap }`.
 * @param file its word
 */
export function sourceLines(trace, file) {
  const lines = trace.sources.get(file) ?? new Map();
  const figures = new Map((trace.figures.get(file) ?? []).map((row) => [row[0], figuresOf(row)]));
  const findings = new Map();
  for (const finding of trace.findings) {
    if (finding.file !== trace.words[file]) continue;
    findings.set(finding.line, [...(findings.get(finding.line) ?? []), finding]);
  }
  const numbers = Array.from(new Set([...lines.keys(), ...figures.keys(), ...findings.keys()])).sort((one, other) => one - other);
  return numbers.map((number, index) => ({
    number, text: lines.get(number), figures: figures.get(number), findings: findings.get(number) ?? [],
    isAfterGap: lines.size > 0 && number > (index > 0 ? numbers[index - 1] : 0) + 1,
  }));
}

/** What stands in the margin: empty for nothing, but for what nobody ever subscribed to, which is worth a figure. */
export function marginNumber(figures, key) {
  if (figures === undefined) return undefined;
  if (key === "subs" && figures.subs === 0 && figures.created > 0) return 0;
  return figures[key] === 0 ? undefined : figures[key];
}
