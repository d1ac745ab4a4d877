import { beginFiltering } from './filter';

/** A button that turns light into dark and back; the system decides until then. */
function switchTheme(page: Document): void {
  const button = page.querySelector<HTMLButtonElement>('#theme');
  if (button === null) return;
  const root = page.documentElement;
  const isDark = (): boolean =>
    (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const name = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark';
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    name();
  });
  name();
}

const SHOWN_MS = 2000;

/** Copies a command. Where the clipboard is not allowed, as in frames of some CI servers, it is selected in its place. */
function copyOnClick(page: Document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button.copy')) button.hidden = false;
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.copy') : null;
    const command = button?.parentElement?.querySelector('pre');
    if (button === null || command === null || command === undefined) return;
    const say = (words: string): void => {
      button.textContent = words;
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SHOWN_MS);
    };
    copied(command.textContent ?? '').then(
      () => say('Copied'),
      () => {
        getSelection()?.selectAllChildren(command);
        say('Selected');
      },
    );
  });
}

/** Without a clipboard, too, it fails later and not at once. */
const copied = async (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** Opens what a link or the address leads to, and all that it lies in. */
function openOnArrival(page: Document): void {
  const arrive = (): void => {
    const target = page.getElementById(location.hash.slice(1));
    for (let one: Element | null = target; one !== null; one = one.parentElement)
      if (one instanceof HTMLDetailsElement) one.open = true;
    target?.scrollIntoView();
  };
  addEventListener('hashchange', arrive);
  arrive();
}

/** On paper nothing can be unfolded: all that belongs to the findings is open while the page is printed. */
function openForPrint(page: Document): void {
  const opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    for (const details of page.querySelectorAll<HTMLDetailsElement>('details:not([open], .requests)')) {
      details.open = true;
      opened.push(details);
    }
  });
  addEventListener('afterprint', () => {
    for (const details of opened.splice(0)) details.open = false;
  });
}

/** Where a table is larger than its box, a line above says so: scroll bars may not be seen before one scrolls. */
function hintAtScrolling(page: Document): void {
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

copyOnClick(document);
switchTheme(document);
beginFiltering(document);
openOnArrival(document);
openForPrint(document);
hintAtScrolling(document);
