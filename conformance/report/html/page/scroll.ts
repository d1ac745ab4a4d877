/** Where a table is larger than its box, a line above says so: scroll bars may not be seen before one scrolls. */
export function hintAtScrolling(page: Document): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) tell(target);
  });
  for (const box of page.querySelectorAll('.scroll')) {
    const hint = page.createElement('p');
    hint.className = 'quiet hint';
    hint.hidden = true;
    box.before(hint);
    observer.observe(box);
  }
}

function tell(box: Element): void {
  const hint = box.previousElementSibling;
  if (!(hint instanceof HTMLElement)) return;
  const ways = [
    ...(box.scrollWidth > box.clientWidth ? ['to the right'] : []),
    ...(box.scrollHeight > box.clientHeight ? ['below'] : []),
  ];
  hint.hidden = ways.length === 0;
  hint.textContent = `The table goes on ${ways.join(' and ')}: scroll in it.`;
}
