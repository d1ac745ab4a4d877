import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Source } from '../model/contract';
import { ContractError } from '../model/problem';
import { type Download, download, hasScheme, hasUserInfo, withoutUserInfo } from './download';
import { MAX_BYTES } from './limits';
import { type ByteBudget, bytesUpTo, readTextFile, reasonOf, textOf } from './read-text';
import { parseYaml } from './yaml';

/**
 * Reads a document's text and parses it; follows no `$ref` yet.
 *
 * @param name a file's path, an `http(s)` URL, or `-` for standard input
 * @throws ContractError when it can't be read or is neither YAML nor JSON
 */
export async function readSource(name: string): Promise<Source> {
  return toSource(name, await readDocument(name));
}

/** @throws ContractError when the text is neither YAML nor JSON */
export function toSource(name: string, { text, url }: Download): Source {
  const json = parseYaml(name, text);
  return { name, url, text, json, sha256: createHash('sha256').update(text).digest('hex') };
}

async function readDocument(name: string): Promise<Download> {
  if (hasUserInfo(name)) {
    throw new ContractError(
      withoutUserInfo(name),
      '',
      'was given with a user name or a password, which is not supported in a URL.',
      'Download the document, and name the file, or - for standard input.',
    );
  }
  const bytes = bytesUpTo(MAX_BYTES);
  try {
    if (isUrl(name)) return await download(name, { bytes });
    return { text: await (name === '-' ? readInput(bytes) : readTextFile(name, bytes)), url: name };
  } catch (error) {
    const isOtherUrl = hasScheme(name) && !isUrl(name);
    const reason = isOtherUrl ? `${reasonOf(error)}, and no URL of http or https` : reasonOf(error);
    const url = isOtherUrl ? 'an http or https URL' : 'a URL';
    throw new ContractError(name, '', `can't be read: ${reason}.`, `Name a file, ${url}, or - for standard input.`);
  }
}

export const isUrl = (name: string): boolean => /^https?:\/\//i.test(name);

/** What relative references in the document are relative to. */
export function baseOf(name: string): string {
  if (isUrl(name)) return name;
  return pathToFileURL(name === '-' ? 'standard-input.yaml' : name).href;
}

/** Standard input to its end; one that is too long is closed, so that its writer stops. */
const readInput = (bytes: ByteBudget): Promise<string> =>
  textOf(process.stdin, bytes).finally(() => {
    process.stdin.destroy();
  });
