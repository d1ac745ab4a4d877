import type { Source } from '../model/contract';
import type { FileReference, ReferencedFiles } from './referenced-files';
import { Unread } from './slots';

/** A page reads one document: what refers to another file is left out, as the warnings say. */
export const createReferencedFiles = ({ sha256 }: Source): ReferencedFiles => ({
  read: async (references) => new Map(references.map((one) => [one.url, unread(one)])),
  sha256: () => sha256,
  close() {},
});

const unread = ({ reference }: FileReference): Unread =>
  new Unread({
    problem: `the reference ${JSON.stringify(reference)} leads to another file, which a page does not read.`,
    correction: 'Put both into one document, as by npx @redocly/cli bundle.',
  });
