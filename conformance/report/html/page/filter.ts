/** Shows the findings of the reader's choice, which stands in the address, so that it can be handed on. */
export function beginFiltering(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('#filter');
  if (form === null) return;
  const findings = [...page.querySelectorAll<HTMLElement>('.finding')].map(findable);
  const show = (choice: Choice): void => {
    let shown = 0;
    for (const { element, isOf } of findings) {
      element.hidden = !isOf(choice);
      if (!element.hidden) shown += 1;
    }
    for (const group of page.querySelectorAll<HTMLElement>('.group'))
      group.hidden = group.querySelector('.finding:not([hidden])') === null;
    setHidden(page, '#nothing', shown > 0);
    setText(page, '#shown', isEmpty(choice) ? '' : `${shown} of ${findings.length}`);
  };
  const chosen = (): Choice =>
    Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const choose = (choice: Choice): void => {
    for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]'))
      field.value = choice[field.name] ?? '';
    show(chosen());
  };
  const setOpen = (isOpen: boolean): void => {
    for (const details of page.querySelectorAll<HTMLDetailsElement>('.finding:not([hidden]) details'))
      details.open = isOpen;
  };
  const arrive = (): void => {
    const choice = choiceIn(location.hash);
    if (choice !== undefined) choose(choice);
    // What a link leads to is shown, whatever was chosen before.
    else if (page.getElementById(location.hash.slice(1))?.closest('.finding[hidden]')) choose({});
  };

  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    history.replaceState(null, '', toAddress(chosen()));
    show(chosen());
  });
  onClick(page, '#open-all', () => setOpen(true));
  onClick(page, '#close-all', () => setOpen(false));
  onClick(page, '#everything', () => {
    history.replaceState(null, '', toAddress({}));
    choose({});
  });
  addEventListener('hashchange', arrive);
  arrive();
}

/** A finding with what follows from it: it is of a choice if one of them is. */
function findable(element: HTMLElement) {
  const all = [element, ...element.querySelectorAll<HTMLElement>('.consequence')];
  let text: string | undefined;
  const has = (words: string): boolean => {
    text ??= (element.textContent ?? '').toLowerCase();
    return text.includes(words);
  };
  const isOf = ({ q = '', ...values }: Choice): boolean =>
    all.some(({ dataset }) =>
      Object.entries(values).every(([name, value]) => value === '' || dataset[name] === value),
    ) && q.toLowerCase().split(/\s+/).every(has);
  return { element, isOf };
}

function onClick(page: Document, selector: string, act: () => void): void {
  page.querySelector(selector)?.addEventListener('click', act);
}

function setHidden(page: Document, selector: string, isHidden: boolean): void {
  const element = page.querySelector<HTMLElement>(selector);
  if (element !== null) element.hidden = isHidden;
}

function setText(page: Document, selector: string, text: string): void {
  const element = page.querySelector(selector);
  if (element !== null) element.textContent = text;
}

/** Which findings are to be seen: the words that they have, and the values of their attributes, by the names of the form. */
type Choice = Readonly<Record<string, string>>;

const isEmpty = (choice: Choice): boolean => Object.values(choice).every((value) => value === '');

/** The choice that stands in an address's fragment; undefined where it is none, but the id of an element. */
function choiceIn(fragment: string): Choice | undefined {
  return fragment === '' || fragment.includes('=')
    ? Object.fromEntries(new URLSearchParams(fragment.slice(1)))
    : undefined;
}

/** The fragment for a choice: `#` alone for all findings. */
const toAddress = (choice: Choice): string =>
  `#${new URLSearchParams(Object.entries(choice).filter(([, value]) => value !== ''))}`;
