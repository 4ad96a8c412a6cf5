// Marks of a sheet: beside the field, which holds the text that is sent, a box for each puzzle.
// A tap or the space bar changes a box; + - . write one and go on; arrow keys move; the field
// works without a script.
const ORDER = ["+", "-", "."];
const SHOWN = { "+": "✓", "-": "✗", ".": "" };

function build(form) {
  const count = Number(form.dataset.marks);
  const words = { "+": form.dataset.right, "-": form.dataset.wrong, ".": form.dataset.blank, "": form.dataset.none };
  const rows = [...form.querySelectorAll(".paper-marks")].map((field) => row(field, count, words, form.dataset));
  form.addEventListener("keydown", (event) => move(event, rows));
}

function row(field, count, words, said) {
  const boxes = document.createElement("div");
  boxes.className = "paper-boxes";
  boxes.setAttribute("role", "group");
  boxes.setAttribute("aria-labelledby", field.getAttribute("aria-labelledby"));
  const made = Array.from({ length: count }, (_, index) => {
    const box = document.createElement("button");
    box.type = "button";
    box.className = "paper-box";
    box.tabIndex = index ? -1 : 0;
    box.addEventListener("click", () => {
      const now = mark(field, index);
      write(field, index, count, ORDER[(ORDER.indexOf(now) + 1) % ORDER.length]);
      draw();
    });
    boxes.append(box);
    return box;
  });
  const tool = (text, value) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button is-dense paper-tool";
    button.textContent = text;
    button.tabIndex = -1;
    button.addEventListener("click", () => {
      field.value = value;
      draw();
    });
    boxes.append(button);
  };
  tool(said.all, "+".repeat(count));
  tool(said.clear, "");
  const draw = () => {
    made.forEach((box, index) => {
      const now = mark(field, index);
      box.dataset.mark = now === "." ? "blank" : now === "+" ? "right" : now === "-" ? "wrong" : "none";
      box.textContent = SHOWN[now] || String(index + 1);
      box.setAttribute("aria-label", `${said.puzzle} ${index + 1}: ${words[now]}`);
    });
  };
  draw();
  field.after(boxes);
  field.hidden = true;
  return { field, made, draw, count };
}

function mark(field, index) {
  if (!field.value) return "";
  return field.value[index] ?? ".";
}

function write(field, index, count, value) {
  const marks = [...field.value.padEnd(count, ".")];
  marks[index] = value;
  field.value = marks.join("");
}

function move(event, rows) {
  const line = rows.findIndex(({ made }) => made.includes(event.target));
  if (line < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const { field, made, draw, count } = rows[line];
  const index = made.indexOf(event.target);
  const said = { "+": "+", 1: "+", "-": "-", 0: "-", ".": "." }[event.key];
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -index], End: [0, count - 1 - index] };
  let next = null;
  if (said) {
    write(field, index, count, said);
    draw();
    next = made[index + 1] ?? rows[line + 1]?.made[0];
  } else if (event.key === "Backspace" || event.key === "Delete") {
    field.value = "";
    draw();
  } else if (steps[event.key]) {
    const [down, right] = steps[event.key];
    next = rows[line + down]?.made[index + right];
  } else {
    return;
  }
  event.preventDefault();
  if (!next) return;
  const home = rows.find(({ made: own }) => own.includes(next));
  home.made.forEach((box) => (box.tabIndex = -1));
  next.tabIndex = 0;
  next.focus();
}

document.querySelectorAll("form[data-marks]").forEach(build);
