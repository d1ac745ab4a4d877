import type { OutgoingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Behaviour } from '../server/behaviour';
import type { Fault } from '../server/cases';
import { print } from '../server/json';
import { on } from '../server/on';
import { show } from '../server/records';
import { clause } from './clauses';

const typed = (type: string | undefined): { headers: OutgoingHttpHeaders } => ({ headers: { 'Content-Type': type } });

const media = (name: string, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.json,
  caughtBy: ['reply.media-type'],
  behaviour,
});

const malformed = (name: string, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.json,
  caughtBy: ['reply.json', 'reply.schema'],
  behaviour,
});

const inText = (change: (text: string) => string): Behaviour => ({ print: (body) => change(print(body)) });

/** Bodies that are not JSON, or have another media type. */
export const bodies: readonly Fault[] = [
  media('a list as text/html', { rewrite: on({ operation: 'list', status: 200 }, () => typed('text/html')) }),
  media('a created record as text/plain', { rewrite: on({ status: 201 }, () => typed('text/plain')) }),
  media('a read record without a media type', {
    rewrite: on({ operation: 'read', status: 200 }, () => typed(undefined)),
  }),
  media('every reply as application/octet-stream', { rewrite: on({}, () => typed('application/octet-stream')) }),
  media('every reply as application/vnd.api+json', { rewrite: on({}, () => typed('application/vnd.api+json')) }),
  media('a list as text/json', { rewrite: on({ operation: 'list', status: 200 }, () => typed('text/json')) }),
  media('errors as text/plain', { rewrite: on({ error: true }, () => typed('text/plain')) }),
  media('errors as application/problem+json', {
    rewrite: on({ error: true }, () => typed('application/problem+json')),
  }),
  media('a 404 as text/html', { rewrite: on({ status: 404 }, () => typed('text/html; charset=utf-8')) }),
  media('a 401 as text/plain', { rewrite: on({ status: 401 }, () => typed('text/plain')) }),
  media('a media type that is none', { rewrite: on({ operation: 'read' }, () => typed('json')) }),

  malformed('UTF-16 without a word', { encode: (text) => Buffer.from(text, 'utf16le') }),
  malformed('UTF-16, and said so', {
    encode: (text) => Buffer.from(text, 'utf16le'),
    rewrite: on({}, () => typed('application/json; charset=utf-16le')),
  }),
  malformed('Latin-1', { encode: (text) => Buffer.from(text, 'latin1') }),
  malformed('Latin-1 in lists alone', {
    encode: (text, { operation }) => Buffer.from(text, operation === 'list' ? 'latin1' : 'utf8'),
  }),
  malformed(
    'a comma after the last member',
    inText((text) => text.replace(/\}$/, ',}')),
  ),
  malformed(
    'a comma after the last record',
    inText((text) => text.replace(/\]$/, ',]')),
  ),
  malformed(
    'single quotes',
    inText((text) => text.replaceAll('"', "'")),
  ),
  malformed(
    'names of members without quotes',
    inText((text) => text.replace(/"(\w+)":/g, '$1:')),
  ),
  malformed(
    'NaN for a category',
    inText((text) => text.replace(/"categoryId":-?\d+/, '"categoryId":NaN')),
  ),
  malformed(
    'undefined for a status',
    inText((text) => text.replace(/"status":"\w+"/, '"status":undefined')),
  ),
  malformed(
    'a body without its last character',
    inText((text) => text.slice(0, -1)),
  ),
  malformed(
    'a guard before the JSON',
    inText((text) => `)]}',\n${text}`),
  ),
  malformed(
    'JSONP',
    inText((text) => `callback(${text});`),
  ),
  malformed(
    'two JSON texts in one body',
    inText((text) => `${text}${text}`),
  ),
  malformed(
    'a comment in the JSON',
    inText((text) => `${text} // generated`),
  ),
  malformed(
    'integers with a leading zero',
    inText((text) => text.replace(/"id":(\d)/, '"id":0$1')),
  ),
  malformed(
    'quotes in names are not escaped',
    inText((text) => text.replaceAll('\\"', '"')),
  ),
  malformed(
    'control characters in names are not escaped',
    inText((text) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\u0000', '\0')),
  ),
  malformed('an empty body for a list', { rewrite: on({ operation: 'list', status: 200 }, () => ({ text: '' })) }),
  malformed('an empty body for a created record', { rewrite: on({ status: 201 }, () => ({ text: '' })) }),
  malformed('gzip without a word', { encode: (text) => gzipSync(text) }),
  malformed('a record a line in place of a list', {
    rewrite: on({ operation: 'list', status: 200 }, (_reply, { world }) => ({
      text: world.animals
        .slice(0, 20)
        .map((animal) => print(show(animal)))
        .join('\n'),
    })),
  }),
  malformed('emoji as two halves of three bytes', {
    encode: (text) => Buffer.concat([...text.split('')].map(halfByHalf)),
  }),
  malformed('a page of HTML for a list', {
    rewrite: on({ operation: 'list', status: 200 }, () => ({ text: '<!doctype html><title>Animals</title>' })),
  }),
];

/** CESU-8: each UTF-16 unit on its own, surrogates too. */
function halfByHalf(unit: string): Buffer {
  const code = unit.charCodeAt(0);
  if (code < 0xd800 || code > 0xdfff) return Buffer.from(unit);
  return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
}
