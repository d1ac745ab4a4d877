import { createHash } from 'node:crypto';
import { packageText } from '../../package/package-file';
import type { Source } from '../model/contract';
import { parseYaml } from './yaml';

/** A document that was baked in. */
export const readSource = async (name: string): Promise<Source> =>
  toSource(name, { text: packageText(name), url: name });

export const toSource = (name: string, { text, url }: { readonly text: string; readonly url: string }): Source => ({
  ...{ name, url, text },
  json: parseYaml(name, text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

export const isUrl = (name: string): boolean => /^https?:\/\//i.test(name);

/** No reference leads out of it. */
export const baseOf = (): string => 'file:///document';
