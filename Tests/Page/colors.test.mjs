// Each color of the page's words can be read on each of its grounds, in both themes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dimmed } from "../../Sources/RxTraceKit/Rendering/Page/Source/timelineview.mjs";

const style = readFileSync(new URL("../../Sources/RxTraceKit/Rendering/Page/Source/page.css", import.meta.url), "utf8");
const themes = [...style.matchAll(/:root(?:\[[^\]]*\])? \{([^}]*)\}/g)].map(([, body]) => new Map(
  [...body.matchAll(/--(\w+): (#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color])));
const words = ["ink", "soft", "accent", "event", "error", "end", "handler", "subscribe", "hop", "dispose"];
const grounds = ["ground", "panel", "chosen", "found", "gone", "come", "wait"];

// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
function luminance(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("there are two themes with the same names", () => {
  assert.equal(themes.length, 2);
  assert.deepEqual([...themes[0].keys()].sort(), [...themes[1].keys()].sort());
});

function contrast(one, other) {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A share of one color over another. */
function mixed(color, ground, share) {
  const part = (text, at) => parseInt(text.slice(at, at + 2), 16);
  return `#${[1, 3, 5].map((at) => Math.round(part(color, at) * share + part(ground, at) * (1 - share)).toString(16).padStart(2, "0")).join("")}`;
}

test("a contrast of 4.5 or more", () => {
  for (const theme of themes) {
    for (const word of words) {
      for (const ground of grounds) {
        const found = contrast(theme.get(word), theme.get(ground));
        assert.ok(found >= 4.5, `${word} ${theme.get(word)} on ${ground} ${theme.get(ground)}: ${found.toFixed(2)}`);
      }
    }
  }
});

test("so have the names of calls in the timeline, on their bars and on those that are dimmed", () => {
  for (const theme of themes) {
    for (const bar of ["event", "error", "handler", "subscribe", "hop", "dispose"]) {
      assert.ok(contrast(theme.get("ground"), theme.get(bar)) >= 4.5, bar);
      for (const [why, share] of Object.entries(dimmed)) {
        const found = contrast(theme.get("ink"), mixed(theme.get(bar), theme.get("ground"), share));
        assert.ok(found >= 4.5, `ink on ${bar} ${theme.get(bar)}, ${why}: ${found.toFixed(2)}`);
      }
    }
  }
});
