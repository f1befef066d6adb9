// The theme: the system's, or the one that was chosen.

const themes = ["system", "light", "dark"];
const place = "rxtrace-theme";

export class Theme {
  /** @param button shows and changes it */
  constructor(button, onChange) {
    this.button = button;
    this.onChange = onChange;
    this.system = matchMedia("(prefers-color-scheme: dark)");
    this.system.addEventListener("change", () => this.show());
    let kept;
    // A browser may keep nothing for a file.
    try {
      kept = localStorage.getItem(place);
    } catch {}
    this.chosen = themes.includes(kept) ? kept : "system";
    button.addEventListener("click", () => this.change());
    this.show();
  }

  change() {
    this.chosen = themes[(themes.indexOf(this.chosen) + 1) % themes.length];
    try {
      localStorage.setItem(place, this.chosen);
    } catch {}
    this.show();
  }

  /** @param isOnPaper where no theme but the light one can be read */
  show(isOnPaper = false) {
    const isDark = !isOnPaper && (this.chosen === "dark" || (this.chosen === "system" && this.system.matches));
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    this.button.textContent = { system: "◐", light: "☀", dark: "☾" }[this.chosen];
    this.button.title = `Theme: ${this.chosen} (t)`;
    this.button.setAttribute("aria-label", `Theme: ${this.chosen}`);
    this.onChange();
  }
}
