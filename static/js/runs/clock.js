// A storm's clock. The server decides when it is over; here its seconds are counted down, and at the end the page is asked for anew.
const shown = document.querySelector("[data-seconds]");
const end = performance.now() + Number(shown.dataset.seconds) * 1000;

const timer = setInterval(() => {
  const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
  shown.textContent = String(left);
  if (left > 0) return;
  clearInterval(timer);
  location.reload();
}, 250);
