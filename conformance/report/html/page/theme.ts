/** A button that turns light into dark and back; the system decides until then. */
export function switchTheme(page: Document): void {
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
