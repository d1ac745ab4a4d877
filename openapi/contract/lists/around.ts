import type { Operation } from '../model/operation';

/**
 * The sentences of what a document says of all operations, or of those of a tag.
 *
 * @param names leaves those that have one of these names, set as code; default: all
 */
export const sentencesAround = ({ around = [] }: Operation, names?: readonly string[]): readonly string[] =>
  around
    .flatMap((text) => text.replaceAll(/\s+/g, ' ').split(/(?<=[.;]) /))
    .filter((sentence) => names === undefined || names.some((name) => sentence.includes(`\`${name}\``)));
