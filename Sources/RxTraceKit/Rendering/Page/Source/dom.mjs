// Makes elements. Text goes in as text alone: nothing of a trace is ever read as markup.

/** An element with attributes and children; strings become text, handlers (`onclick`) are listened with. */
export function element(tag, attributes = {}, ...children) {
  const made = tag.includes(":")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== undefined && child !== ""));
  return made;
}

/** A button that reads as a link: it chooses something on this page. */
export function link(text, onclick, attributes = {}) {
  return element("button", { type: "button", class: "link", onclick, ...attributes }, text);
}

/** Calls `draw` once before the next frame, however often it is asked to. */
export function oncePerFrame(draw) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      draw();
    });
  };
}

/** The element with an id. */
export function byId(id) {
  return document.getElementById(id);
}
