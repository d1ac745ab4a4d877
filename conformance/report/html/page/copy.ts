const SHOWN_MS = 2000;

/** Copies a command. Where the clipboard is not allowed, as in frames of some CI servers, it is selected in its place. */
export function copyOnClick(page: Document): void {
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
