// The fields of a value, from its description as Swift writes it: `Cart(total: 3, items: ["a"])`, arrays, dictionaries.

/** The parts of a description: `{ name, fields: [[label, text]] }`, or nothing where it has none. */
export function fieldsOf(text) {
  const whole = text.trim();
  const optional = /^Optional\((.*)\)$/s.exec(whole);
  if (optional) return fieldsOf(optional[1]);
  const found = /^([\p{L}_][\p{L}\p{N}_.<>]*)?([([])(.*)[)\]]$/su.exec(whole);
  if (!found) return undefined;
  const [, name = "", bracket, inner] = found;
  const parts = splitAt(inner, ",");
  if (parts === undefined || (bracket === "(" && name === "" && parts.length < 2)) return undefined;
  const fields = parts.filter((part) => part.trim() !== "").map((part, index) => {
    const pair = splitAt(part, ":");
    return pair?.length === 2 ? [pair[0].trim(), pair[1].trim()] : [String(index), part.trim()];
  });
  return { name, fields };
}

/** The text cut at a sign that stands in no brackets or quotation marks; undefined where brackets do not match. */
function splitAt(text, sign) {
  const parts = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\" && isQuoted) at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    else if (character === sign && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
    if (depth < 0) return undefined;
  }
  return depth === 0 && !isQuoted ? [...parts, text.slice(start)] : undefined;
}

const deepestField = 6;

/** How two values differ, field by field: `[[path, before, after]]`; a side that lacks the field is undefined. */
export function differences(before, after, path = "", depth = 0) {
  if (before === after) return [];
  const [one, other] = [before, after].map((text) => (text === undefined ? undefined : fieldsOf(text)));
  if (!one || !other || one.name !== other.name || depth >= deepestField) return [[path, before, after]];
  const own = new Map(one.fields);
  const theirs = new Map(other.fields);
  const keys = new Set([...own.keys(), ...theirs.keys()]);
  return [...keys].flatMap((key) => differences(own.get(key), theirs.get(key), path === "" ? key : `${path}.${key}`, depth + 1));
}
