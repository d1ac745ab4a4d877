import type { DocsConfig } from '../config';
import { exactReplies } from './exact-replies';
import { servedHere } from './served-here';
import './swagger-ui';

async function start(domNode: HTMLElement): Promise<void> {
  const config: DocsConfig = await read('config.json');
  const document: object = await read(config.document);
  const ui = SwaggerUIBundle({
    spec: servedHere(document, new URL(`..${config.prefix}`, location.href).href),
    domNode,
    validatorUrl: null,
    deepLinking: true,
    tryItOutEnabled: true,
    persistAuthorization: false,
    plugins: [exactReplies],
    onComplete: () => {
      if (config.credential !== undefined) ui.preauthorizeApiKey(config.credential.scheme, config.credential.value);
    },
  });
}

async function read<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

/** Swagger UI has a class for its dark mode, and does not follow the browser's preference by itself. */
function followScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

function showFailure(place: HTMLElement, error: unknown): void {
  place.className = 'failed';
  place.textContent = `The mock can't be reached: ${String(error)}. Start it, and load this page again.`;
}

followScheme();
const place = document.getElementById('reference');
if (place !== null) {
  start(place).catch((error: unknown) => showFailure(place, error));
}
