import { render } from 'preact';
import { isObject, readJson } from '../../console/page/model/json';
import type { DocsConfig } from '../config';
import { App } from './App';
import { readReference } from './model/document';

async function start(root: HTMLElement): Promise<void> {
  const config: DocsConfig = JSON.parse(await read('config.json'));
  const document = readJson(await read(config.document));
  if (!isObject(document)) throw new Error(`${config.document} is no document`);
  const reference = readReference(document);
  // Whatever servers the document names, requests go to the mock.
  const baseUrl = new URL(`..${config.prefix}`, location.href).href.replace(/\/$/, '');
  render(<App reference={reference} config={config} baseUrl={baseUrl} />, root);
}

async function read(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

function showFailure(place: HTMLElement, error: unknown): void {
  place.className = 'failed';
  place.textContent = `The mock can't be reached: ${String(error)}. Start it, and load this page again.`;
}

const place = document.getElementById('reference');
if (place !== null) {
  start(place).catch((error: unknown) => showFailure(place, error));
}
