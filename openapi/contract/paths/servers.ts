import { arrayOrEmpty, objectOrEmpty, stringOrUndefined } from '../json/narrow';
import { isObject, type JsonObject } from '../json/object';
import type { Server } from '../model/contract';
import type { ReportFault } from '../model/document-problem';

/** The servers of a document, each variable of their URLs at its default. */
export function readServers(document: JsonObject): readonly Server[] {
  return arrayOrEmpty(document.servers)
    .filter(isObject)
    .map((server) => {
      const variables = objectOrEmpty(server.variables);
      const url = (stringOrUndefined(server.url) ?? '').replaceAll(
        /\{([^{}]+)\}/g,
        (_, name: string) => stringOrUndefined(objectOrEmpty(variables[name]).default) ?? '',
      );
      return { url, description: stringOrUndefined(server.description) ?? '' };
    });
}

/** The path of the first server's URL, which may be relative (OpenAPI 3.0.3 §4.7.5); empty where that is none. */
export function prefixOf([server]: readonly Server[], report: ReportFault): string {
  if (server === undefined) return '';
  const base = 'http://relative.example';
  if (URL.canParse(server.url, base)) return new URL(server.url, base).pathname.replace(/\/+$/, '');
  report({
    pointer: '/servers/0/url',
    problem: `${JSON.stringify(server.url)} is not a URL.`,
    remedy: 'The paths are taken without a prefix.',
    correction: 'Give a URL such as https://api.example/v1, or a path such as /v1.',
  });
  return '';
}
