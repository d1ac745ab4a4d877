/** The page knows its own address, and so that of the API, whatever proxy stands between; the mock does not. */
function showBaseUrl(): void {
  const link = document.querySelector<HTMLAnchorElement>('#base-url');
  if (link !== null) link.textContent = link.href.replace(/\/$/, '');
}

showBaseUrl();
