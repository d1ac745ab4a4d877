import type { Json, JsonObject } from '../../../console/page/link/exact-json';
import { memberOf, membersOf, objectOf, textOf } from './json';
import type { Group, Operation, Page, Reference } from './model';
import { operationsOf } from './operation';
import { resolve } from './resolve';
import { schemesOf } from './scheme';

/** Where operations without a tag stand. */
const UNTAGGED = 'Operations';

/** What the page shows of a document; missing or invalid parts are left out. */
export function readReference(document: JsonObject): Reference {
  const info = objectOf(document.info);
  const components = objectOf(document.components);
  const operations = membersOf(document.paths).flatMap(([path, item]) => operationsOf(document, path, item));
  return {
    document,
    title: textOf(info.title) || 'API reference',
    version: textOf(info.version),
    openapi: textOf(document.openapi),
    description: textOf(info.description),
    pages: pagesOf(document, info),
    groups: grouped(operations, document.tags),
    webhooks: membersOf(document.webhooks).flatMap(([name, item]) => operationsOf(document, name, item)),
    schemas: membersOf(components.schemas),
    schemes: schemesOf(
      membersOf(components.securitySchemes).map(([name, value]) => [name, resolve(document, value)] as const),
      new Set(operations.flatMap(({ security }) => security.flat().map(({ name }) => name))),
    ),
  };
}

function pagesOf(document: JsonObject, info: JsonObject): readonly Page[] {
  const contact = objectOf(info.contact);
  const email = textOf(contact.email);
  const pages = [
    { name: textOf(memberOf(document.externalDocs, 'description')) || 'More', address: urlOf(document.externalDocs) },
    { name: 'Terms', address: textOf(info.termsOfService) },
    { name: textOf(memberOf(info.license, 'name')) || 'Licence', address: urlOf(info.license) },
    { name: textOf(contact.name) || 'Contact', address: textOf(contact.url) || (email && `mailto:${email}`) },
  ];
  return pages.filter(({ address }) => /^(https?:\/\/|mailto:)/i.test(address));
}

const urlOf = (holder: Json | undefined): string => textOf(memberOf(holder, 'url'));

/** By their first tag, in the order of the document's list of tags; then in the order of the operations. */
function grouped(operations: readonly Operation[], tags: Json | undefined): readonly Group[] {
  const descriptions = new Map(
    (Array.isArray(tags) ? tags : []).map((tag: Json) => [textOf(memberOf(tag, 'name')), memberOf(tag, 'description')]),
  );
  const tagOf = ({ tags: [first] }: Operation) => first ?? UNTAGGED;
  const names = new Set([...descriptions.keys(), ...operations.map(tagOf)]);
  return [...names]
    .map((name) => ({
      name,
      description: textOf(descriptions.get(name)),
      operations: operations.filter((operation) => tagOf(operation) === name),
    }))
    .filter((group) => group.operations.length > 0);
}
