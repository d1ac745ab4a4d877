import { fits, own, propertiesOf, type Resource } from '../../openapi/contract';
import type { Id } from '../world/stores/records';

/** Properties that a slug is made of, the best first. */
const NAMED = ['title', 'name', 'label', 'subject', 'headline'];

/**
 * An id for people to read, made of what a record is called: `how-to-sail` of "How to sail". Only where the id is a text
 * that is called a slug, and nothing else says what it is.
 */
export function* slugsOf(
  { idProperty, idParameter, schema }: Resource,
  fields: Readonly<Record<string, unknown>>,
): Iterable<Id> {
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty);
  if (property === undefined || !/slug$/i.test(property.name)) return;
  const called = NAMED.map((name) => own(fields, name)).find((value) => typeof value === 'string');
  const slug = slugOf(String(called ?? ''));
  if (slug === '') return;
  for (let nth = 1; nth <= MOST_ALIKE; nth += 1) {
    const id = nth === 1 ? slug : `${slug}-${nth}`;
    if (fits(property.schema, 'response', id) && fits(idParameter?.schema ?? {}, 'request', id)) yield id;
  }
}

/** So many records of the same title get a slug of it; those that come later have another id. */
const MOST_ALIKE = 100;

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .slice(0, 200)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
