// Words: what is announced, what stands beside a tile. The sentences come with the page.
export class Words {
  constructor(root, texts = root.querySelector("[data-texts]")) {
    this.texts = texts.dataset;
    this.live = document.getElementById("say");
  }

  fill(name, values = {}) {
    return (this.texts[name] ?? "").replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
  }

  say(name, values) {
    this.tell(this.fill(name, values));
  }

  tell(text) {
    this.live.textContent = "";
    // A change after a pause is announced even if the words are the same.
    setTimeout(() => {
      this.live.textContent = text;
    }, 30);
  }

  // A refusal: beside the tile for the eye, in the live region for the ear.
  tip(element, name) {
    document.querySelector(".tip")?.remove();
    const tip = document.createElement("div");
    tip.className = "tip";
    tip.textContent = this.fill(name);
    document.body.append(tip);
    const box = element.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - tip.offsetWidth / 2), document.documentElement.clientWidth - tip.offsetWidth - 8);
    const above = box.top - tip.offsetHeight - 10;
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${(above > 4 ? above : box.bottom + 10) + scrollY}px`;
    this.say(name);
    setTimeout(() => tip.remove(), 3200);
  }
}
