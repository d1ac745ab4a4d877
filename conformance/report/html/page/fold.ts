/** Opens what a link or the address leads to, and all that it lies in. */
export function openOnArrival(page: Document): void {
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
export function openForPrint(page: Document): void {
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
