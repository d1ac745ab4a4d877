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

/** The paragraphs of the same that have a name in them, such as a header's. */
export const paragraphsAround = ({ around = [] }: Operation, name: string): readonly string[] =>
  around
    .flatMap((text) => text.split(/\n\s*\n/))
    .filter((text) => new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, '.')}(?![\\w-])`, 'i').test(text))
    .map((text) => text.replaceAll(/\s+/g, ' '));
