import { type JsonObject, readJson, writeJson } from '../console/page/model/json';
import { curlOf } from './page/model/curl';
import type { Parameter } from './page/model/document';
import { find, readReference, sentValue } from './page/model/document';
import { exampleOf } from './page/model/example';
import { firstDraft, keyOf, outgoing } from './page/model/request';

import { limitsOf, typeOf } from './page/model/schema';

import { pathPart, plainText, queryPairs } from './page/model/serialise';

/** A value whose numbers keep their digits; the cast is true: each text here is an object. */
const json = (text: string) => readJson(text) as JsonObject;

const DOCUMENT = json(`{
  "openapi": "3.1.0",
  "info": {
    "title": "Trains", "version": "1", "termsOfService": "javascript:harm()", "license": { "name": "MIT", "url": "https://example.com/mit" },
    "contact": { "email": "rail@example.com" }
  },
  "tags": [{ "name": "second", "description": "Second." }, { "name": "unused" }],
  "security": [{ "key": [] }],
  "paths": {
    "/trains/{id}": {
      "parameters": [
        { "name": "id", "in": "path", "required": true, "schema": { "type": "integer", "minimum": 9007199254740993 } },
        { "$ref": "#/components/parameters/fields" }
      ],
      "get": { "operationId": "getTrain", "tags": ["first"], "responses": { "200": { "$ref": "#/components/responses/Train" } } },
      "post": {
        "tags": ["second"], "deprecated": true, "security": [{}, { "key": [] }], "summary": "Moves it",
        "parameters": [{ "name": "fields", "in": "query", "schema": { "type": "string" } }],
        "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Node" } } } },
        "responses": {}
      }
    }
  },
  "components": {
    "parameters": { "fields": { "name": "fields", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } } },
    "responses": { "Train": { "description": "It.", "content": { "application/json": { "examples": { "a": { "value": 9007199254740993 } } } } } },
    "schemas": {
      "Base": { "title": "Base", "type": "object", "required": ["id"], "properties": { "id": { "type": "integer", "readOnly": true } } },
      "Node": {
        "allOf": [{ "$ref": "#/components/schemas/Base" }, { "required": ["next"] }],
        "properties": { "next": { "$ref": "#/components/schemas/Node" }, "when": { "type": ["string", "null"], "format": "date" } }
      }
    },
    "securitySchemes": {
      "key": { "type": "apiKey", "in": "query", "name": "key" },
      "nobody": { "type": "http", "scheme": "bearer" }
    }
  }
}`);

describe('what the page reads of a document', () => {
  const reference = readReference(DOCUMENT);
  const [second, first] = reference.groups;
  const [getTrain] = first?.operations ?? [];
  const [move] = second?.operations ?? [];

  test('operations by their tags, with the parameters of their path and their own', () => {
    expect(reference.groups.map(({ name, description }) => [name, description])).toEqual([
      ['second', 'Second.'],
      ['first', ''],
    ]);
    expect(getTrain?.parameters.map(keyOf)).toEqual(['path id', 'query fields']);
    expect(move?.parameters.map(({ schema }) => typeOf(DOCUMENT, schema))).toEqual(['integer', 'string']);
    expect([getTrain?.anchor, move?.anchor]).toEqual(['operation/getTrain', 'operation/post/trains/{id}']);
    expect([getTrain?.deprecation, move?.deprecation]).toEqual([undefined, { removal: '', replacement: '' }]);
  });

  test('the pages about it, but no address that would do something', () => {
    expect(reference.pages).toEqual([
      { name: 'MIT', address: 'https://example.com/mit' },
      { name: 'Contact', address: 'mailto:rail@example.com' },
    ]);
  });

  test('the credentials that operations need, and no other', () => {
    expect(reference.schemes.map(({ name, in: place, parameter }) => [name, place, parameter])).toEqual([
      ['key', 'query', 'key'],
    ]);
    const key = [[{ name: 'key', scopes: [] }]];
    expect([getTrain, move].map((one) => [one?.security, one?.isOpen])).toEqual([
      [key, false],
      [key, true],
    ]);
  });

  test('examples and limits with all their digits', () => {
    const [example] = getTrain?.replies[0]?.content[0]?.examples ?? [];
    expect(example === undefined ? '' : writeJson(example.value)).toBe('9007199254740993');
    const schema = json('{ "type": "integer", "minimum": -9223372036854775808, "exclusiveMaximum": 9007199254740993 }');
    expect(limitsOf(schema)).toEqual(['at least -9223372036854775808', 'less than 9007199254740993']);
  });

  test('a request that can be sent at once, with the credential where it belongs', () => {
    if (getTrain === undefined) throw new Error('It is in the document.');
    const draft = firstDraft(DOCUMENT, getTrain);
    const target = { document: DOCUMENT, baseUrl: 'http://mock', schemes: reference.schemes };
    const request = outgoing(getTrain, draft, { ...target, credentials: { key: 'demo' }, demoKey: 'demo' });
    expect(request.url).toBe('http://mock/trains/9007199254740993');
    expect(curlOf(request, 'demo')).toBe("curl 'http://mock/trains/9007199254740993?key=demo'");
    expect(curlOf(request, 'other')).toBe('curl "http://mock/trains/9007199254740993?key=$API_KEY"');
    expect(outgoing(getTrain, draft, { ...target, credentials: {}, demoKey: 'demo' }).credentials).toEqual([]);
  });

  test('an example of a schema that contains itself, without what only the server says', () => {
    const made = writeJson(exampleOf(DOCUMENT, json('{ "$ref": "#/components/schemas/Node" }'), true));
    expect(made).toMatch(/^\{ "next": \{ "next": \{ "next": .*, "when": "2026-01-31" \}$/);
    expect(made).not.toContain('"id"');
    expect(writeJson(exampleOf(DOCUMENT, json('{ "$ref": "#/components/schemas/Node" }'), false))).toContain('"id": 1');
  });

  test('the operations that have all words of a search', () => {
    const paths = (text: string) =>
      find(reference.groups, text).flatMap(({ operations }) => operations.map((one) => one.method));
    expect([paths(''), paths('TRAIN move'), paths('no')]).toEqual([['POST', 'GET'], ['POST'], []]);
  });
});

/** OpenAPI 3.0.3 §4.7.12.3 has this table, in its colours. */
describe('a parameter is written as its style says', () => {
  const parameter = (type: string, style: string, explode: boolean): Parameter => ({
    ...{ name: 'c', in: 'query', required: false, deprecated: false, description: '', example: undefined },
    ...{ schema: { type }, style, explode },
  });
  const LIST = 'blue, black';
  const OBJECT = '{"R":100,"G":9007199254740993}';

  test.each([
    ['string', 'form', true, 'a&b', ['c=a%26b']],
    ['array', 'form', true, LIST, ['c=blue', 'c=black']],
    ['array', 'form', false, LIST, ['c=blue,black']],
    ['array', 'form', false, '["a,b"]', ['c=a%2Cb']],
    ['array', 'pipeDelimited', false, LIST, ['c=blue%7Cblack']],
    ['array', 'spaceDelimited', false, LIST, ['c=blue%20black']],
    ['object', 'form', true, OBJECT, ['R=100', 'G=9007199254740993']],
    ['object', 'form', false, OBJECT, ['c=R,100,G,9007199254740993']],
    ['object', 'deepObject', true, OBJECT, ['c[R]=100', 'c[G]=9007199254740993']],
    ['object', 'json', false, '{"R":1}', ['c=%7B%22R%22%3A1%7D']],
  ])('%s, %s, explode %s, in a query', (type, style, explode, text, pairs) => {
    expect(queryPairs(DOCUMENT, parameter(type, style, explode), text)).toEqual(pairs);
  });

  test.each([
    ['string', 'simple', false, 'a/b', 'a%2Fb'],
    ['array', 'simple', false, LIST, 'blue,black'],
    ['object', 'simple', true, OBJECT, 'R=100,G=9007199254740993'],
    ['array', 'label', true, LIST, '.blue.black'],
    ['array', 'matrix', true, LIST, ';c=blue;c=black'],
    ['array', 'matrix', false, LIST, ';c=blue,black'],
    ['object', 'matrix', true, OBJECT, ';R=100;G=9007199254740993'],
  ])('%s, %s, explode %s, in a path', (type, style, explode, text, part) => {
    expect(pathPart(DOCUMENT, parameter(type, style, explode), text)).toBe(part);
  });

  test('and without any encoding in a header', () => {
    expect(plainText(DOCUMENT, parameter('array', 'simple', false), LIST)).toBe('blue,black');
    expect(plainText(DOCUMENT, parameter('object', 'simple', true), OBJECT)).toBe('R=100,G=9007199254740993');
  });
});

describe('an operation that asks for credentials of several kinds', () => {
  const document = json(`{
    "security": [{ "client": [] , "app": [], "token": [] }, { "login": ["read", "write"] }, { "user": [] }],
    "paths": { "/a": { "get": { "responses": {} } } },
    "components": { "securitySchemes": {
      "client": { "type": "mutualTLS" }, "app": { "type": "apiKey", "in": "query", "name": "a key" },
      "token": { "type": "apiKey", "in": "query", "name": "token" },
      "login": { "type": "oauth2" }, "user": { "type": "http", "scheme": "BASIC" } } } }`);
  const { groups, schemes } = readReference(document);
  const [operation] = groups.flatMap(({ operations }) => operations);
  if (operation === undefined) throw new Error('It is in the document.');
  const sentWith = (credentials: Readonly<Record<string, string>>) => {
    const draft = firstDraft(document, operation);
    return outgoing(operation, draft, { document, baseUrl: 'http://mock', schemes, credentials, demoKey: 'demo' });
  };

  test('goes with those of the first requirement that is met, each in its own variable, but for mutual TLS', () => {
    expect(schemes.map(({ name, prefix }) => name + prefix)).toEqual(['app', 'token', 'loginBearer ', 'userBasic ']);
    expect(curlOf(sentWith({ app: 'demo', token: 'mine', login: 'demo' }), 'demo')).toBe(
      `curl 'http://mock/a?a%20key=demo'"&token=$TOKEN"`,
    );
    expect(curlOf(sentWith({ app: 'demo', login: 'mine' }), 'demo')).toBe(
      `curl 'http://mock/a' -H "Authorization: Bearer $API_KEY"`,
    );
  });

  test('takes a user of HTTP Basic with a password, or a key as a user without one', () => {
    expect(curlOf(sentWith({ user: 'demo' }), 'demo')).toBe("curl 'http://mock/a' -u 'demo:'");
    expect(curlOf(sentWith({ user: 'ann:secret' }), 'demo')).toBe(`curl 'http://mock/a' -u "$API_KEY"`);
    expect(sentWith({ user: 'demo' }).credentials.map((one) => sentValue(one, one.value))).toEqual(['ZGVtbzo=']);
  });

  test('tells which scopes a token has to have', () => {
    expect(operation.security.map((way) => way.map(({ name, scopes }) => [name, ...scopes].join(' ')))).toEqual([
      ['client', 'app', 'token'],
      ['login read write'],
      ['user'],
    ]);
  });
});
