// Stepping through a record. The server draws every step; here they are fetched, kept and shown.
const KEPT = 60;
const PAUSE = 60; // ms in which another step may be asked for before this one is fetched
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

export class Stepper {
  constructor(root) {
    this.root = root;
    this.state = root.querySelector("#step");
    this.slider = root.querySelector("[data-slider]");
    this.count = root.querySelector("[data-count]");
    this.moves = root.querySelector("[data-moves]");
    this.said = document.getElementById("say");
    this.wanted = Number(root.dataset.step);
    this.last = Number(root.dataset.last);
    this.kept = new Map();

    root.addEventListener("click", (event) => this.clicked(event));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    document.addEventListener("keydown", (event) => this.typed(event));
    this.draw();
    this.prefetch();
  }

  clicked(event) {
    const link = event.target.closest("[data-go], [data-to]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link.dataset.go ? this.target(link.dataset.go) : Number(link.dataset.to));
  }

  typed(event) {
    if (!KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    this.go(this.target(KEYS[event.key]));
  }

  target(where) {
    return { first: 0, previous: this.wanted - 1, next: this.wanted + 1, last: this.last }[where];
  }

  // Of several steps asked for in a row only the last one is shown.
  async go(step) {
    if (!(step >= 0 && step <= this.last) || step === this.wanted) return;
    this.wanted = step;
    this.draw();
    if (!this.kept.has(step)) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (this.wanted !== step) return;
    let html;
    try {
      html = await this.fetched(step);
    } catch {
      if (this.wanted === step) location.assign(this.address(step));
      return;
    }
    if (this.wanted !== step) return;
    htmx.swap(this.state, html, { swapStyle: "innerHTML" });
    history.replaceState(null, "", this.address(step));
    this.said.textContent = `${this.count.textContent}. ${this.state.querySelector("[data-said]").textContent.trim()}`;
    this.prefetch();
  }

  // Which step is meant shows at once: buttons, slider, list.
  draw() {
    this.slider.value = this.wanted;
    const words = { step: this.wanted, last: this.last };
    this.count.textContent = this.count.dataset.pattern.replace(/\{(\w+)\}/g, (_, name) => words[name]);
    this.slider.setAttribute("aria-valuetext", this.count.textContent);
    for (const button of this.root.querySelectorAll("[data-go]")) {
      const to = this.target(button.dataset.go);
      const leads = to >= 0 && to <= this.last && to !== this.wanted;
      if (leads) {
        button.href = this.address(to);
        button.removeAttribute("aria-disabled");
        button.removeAttribute("role");
      } else if (button !== document.activeElement || !button.href) {
        button.removeAttribute("href");
        button.setAttribute("role", "link");
        button.setAttribute("aria-disabled", "true");
      } else {
        button.setAttribute("aria-disabled", "true"); // keeps the focus where it is
      }
    }
    this.moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.moves.querySelector(`[data-to="${this.wanted}"]`);
    current?.setAttribute("aria-current", "step");
    this.scroll(current);
  }

  // The list follows, the page stays where it is.
  scroll(current) {
    const list = this.moves;
    if (!current) list.scrollTop = 0;
    else {
      const { top, bottom } = current.getBoundingClientRect();
      const box = list.getBoundingClientRect();
      if (top < box.top) list.scrollTop -= box.top - top + 8;
      else if (bottom > box.bottom) list.scrollTop += bottom - box.bottom + 8;
    }
  }

  async fetched(step) {
    if (!this.kept.has(step)) {
      const asked = fetch(this.address(step), { headers: { "HX-Request": "true" } }).then((answer) => {
        if (!answer.ok) throw new Error(answer.status);
        return answer.text();
      });
      asked.catch(() => this.kept.delete(step));
      this.kept.set(step, asked);
      if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    }
    return this.kept.get(step);
  }

  // The next step is there before it is asked for.
  prefetch() {
    if (this.wanted < this.last) this.fetched(this.wanted + 1).catch(() => {});
  }

  address(step) {
    const query = new URLSearchParams({ r: this.root.dataset.packed, step });
    return `${location.pathname}?${query}`;
  }
}
