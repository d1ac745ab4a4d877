import { isObject, type Json, JsonNumber, type JsonObject } from '../../../console/page/link/exact-json';

/** A member of an object; undefined where there is no such object, or it has no such member. */
export const memberOf = (holder: Json | undefined, name: string): Json | undefined =>
  holder !== undefined && isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;

/** The members of an object in their order; none of anything else. */
export const membersOf = (value: Json | undefined): readonly (readonly [name: string, value: Json])[] =>
  value !== undefined && isObject(value) ? Object.entries(value) : [];

/** An object; an empty one in place of anything else. */
export const objectOf = (value: Json | undefined): JsonObject => (value !== undefined && isObject(value) ? value : {});

/** The items of an array; none of anything else. */
export const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** A text; an empty one in place of anything else. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The texts of an array. */
export const textsOf = (value: Json | undefined): readonly string[] =>
  itemsOf(value).filter((item) => typeof item === 'string');

/** A number as it is written, with all its digits. */
export const digitsOf = (value: Json | undefined): string | undefined =>
  value instanceof JsonNumber ? value.text : undefined;

/** How the body of a media type is typed in: as text, as the fields of a form, or as a file. */
export function kindOf(mediaType: string): 'text' | 'form' | 'file' {
  if (/^multipart\//i.test(mediaType)) return 'form';
  return /json|xml|yaml|^text\/|urlencoded|javascript|graphql/i.test(mediaType) ? 'text' : 'file';
}
