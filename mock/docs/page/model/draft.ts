import { isObject, type Json, type JsonObject } from '../../../console/page/link/exact-json';
import { exampleOf } from './example';
import { membersOf } from './json';
import { kindOf } from './kind';
import type { Body, MediaType, Operation, Parameter } from './model';
import { bodyText, type Draft, keyOf } from './request';
import { fieldText } from './serialise';

/** What stands in the form at first: what has to be sent, with the document's examples. */
export function firstDraft(document: JsonObject, { parameters, body }: Operation): Draft {
  const texts = parameters
    .filter(({ required }) => required)
    .map((one) => [keyOf(one), textFor(document, one)] as const);
  return { texts: Object.fromEntries(texts), ...(body === undefined ? NO_BODY : bodyDraft(body.content[0])) };
}

const textFor = (document: JsonObject, { example, schema }: Parameter): string =>
  fieldText(example ?? exampleOf(document, schema, true));

const NO_BODY: Omit<Draft, 'texts'> = { mediaType: undefined, body: '', file: undefined, files: {} };

/** The body of a draft, of a media type's first example. */
export function bodyDraft(media: MediaType | undefined, example: Json | undefined = media?.examples[0]?.value) {
  if (media === undefined) return NO_BODY;
  const typed = kindOf(media.type) === 'file' || example === undefined ? undefined : withoutFiles(media, example);
  const body = typed === undefined ? '' : bodyText(media.type, typed);
  return { mediaType: media.type, body, file: undefined, files: {} };
}

/** What is typed in of a form: files are chosen. */
function withoutFiles({ files }: MediaType, example: Json): Json {
  if (files.length === 0 || !isObject(example)) return example;
  return Object.fromEntries(membersOf(example).filter(([name]) => files.every((file) => file.name !== name)));
}

/** The media type of a body by its name. */
export const mediaOf = ({ content }: Body, type: string | undefined): MediaType | undefined =>
  content.find((media) => media.type === type);
