import type { Json, JsonObject } from '../../../console/page/link/exact-json';
import { exampleOf } from './example';
import type { Body, MediaType, Operation, Parameter } from './model';
import { bodyText, type Draft, keyOf, kindOf } from './request';
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

const NO_BODY: Omit<Draft, 'texts'> = { mediaType: undefined, body: '', file: undefined };

/** The body of a draft, of a media type's first example. */
export function bodyDraft(media: MediaType | undefined, example: Json | undefined = media?.examples[0]?.value) {
  if (media === undefined) return NO_BODY;
  const isTyped = kindOf(media.type) !== 'file' && example !== undefined;
  return { mediaType: media.type, body: isTyped ? bodyText(media.type, example) : '', file: undefined };
}

/** The media type of a body by its name. */
export const mediaOf = ({ content }: Body, type: string | undefined): MediaType | undefined =>
  content.find((media) => media.type === type);
