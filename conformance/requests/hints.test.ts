import type { Operation } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import type { Exchange } from '../exchange/exchange';
import { type Hint, hintsOf } from './hints';

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders/{shop}': {
      post: {
        parameters: [
          { name: 'shop', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'dryRun', in: 'query', schema: { type: 'boolean' } },
          { name: 'X-Tenant', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: 'string' },
                  kind: { type: 'string' },
                  artifactType: { type: 'string' },
                  email: { type: 'string' },
                  owner: { type: 'object', properties: { age: { type: 'integer' } } },
                  lines: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { count: { type: 'integer' }, productId: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
        responses: { 201: { description: 'Made.' } },
      },
    },
  },
};

let operation: Operation;
beforeAll(async () => {
  const [only] = (await contractOf(DOCUMENT)).operations;
  if (only === undefined) throw new Error('expected an operation');
  operation = only;
});

function refusal(reply: unknown): Exchange {
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  const json = typeof reply === 'string' ? { problem: 'no JSON' } : { value: reply };
  return {
    number: 1,
    request: {
      ...{ operation, method: 'POST', target: '/orders/a', path: {}, headers: {} },
      ...{ body: '{"name":"example"}', credential: 'main' },
    },
    sentBy: 'test',
    response: { status: 422, headers: new Map(), body: { bytes: text.length, text, isCut: false, json } },
    ...{ failure: undefined, startedAt: 0, milliseconds: 1 },
  };
}

/** `kind place: choices` of each hint, in one line. */
const told = (hints: readonly Hint[]): string =>
  hints
    .map(({ in: place, at, kind, choices, wanted, absent }) =>
      [
        `${kind} ${place}:${at.join('.')}`,
        ...(choices.length > 0 ? [choices.join('|')] : []),
        ...(wanted === undefined ? [] : [`a ${wanted}`]),
        ...(absent === undefined ? [] : [`no ${absent.join('|')}`]),
      ].join(' '),
    )
    .join(', ');

// Each reply as a framework or a server of that style words it.
test.each<readonly [style: string, reply: unknown, hints: string]>([
  [
    'RFC 9457',
    { title: 'Invalid', errors: [{ detail: 'must be a positive integer', pointer: '#/owner/age' }] },
    'wrong body:owner.age a integer',
  ],
  [
    'a pointer and its words under other names',
    { type: 'about:blank', instance: '/orders/1', fields: [{ at: '/owner/age', why: 'must be a positive integer' }] },
    'wrong body:owner.age a integer',
  ],
  [
    'the place of a parameter before its name',
    { fields: [{ at: 'query:dryRun', field: 'query:dryRun', why: 'is required' }] },
    'missing query:dryRun',
  ],
  [
    'JSON:API',
    {
      errors: [{ source: { pointer: '/data/attributes/name' }, title: 'Invalid Attribute', detail: "can't be blank" }],
    },
    'missing body:name',
  ],
  [
    'JSON:API, a parameter',
    { errors: [{ source: { parameter: 'dryRun' }, detail: 'is required' }] },
    'missing query:dryRun',
  ],
  [
    'FastAPI, a member',
    { detail: [{ type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: {} }] },
    'missing body:name',
  ],
  [
    'FastAPI, in an item',
    {
      detail: [
        {
          type: 'int_parsing',
          loc: ['body', 'lines', 0, 'count'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
        },
      ],
    },
    'wrong body:lines.0.count a integer',
  ],
  [
    'FastAPI, a choice',
    {
      detail: [
        {
          type: 'enum',
          loc: ['body', 'kind'],
          msg: "Input should be 'small', 'large' or 'huge'",
          ctx: { expected: "'small', 'large' or 'huge'" },
        },
      ],
    },
    'wrong body:kind small|large|huge',
  ],
  [
    'FastAPI, one too many',
    {
      detail: [
        { type: 'extra_forbidden', loc: ['body', 'lines', 0, 'unitPrice'], msg: 'Extra inputs are not permitted' },
      ],
    },
    'unknown body:lines.0.unitPrice',
  ],
  [
    'FastAPI, a query',
    { detail: [{ type: 'missing', loc: ['query', 'dry_run'], msg: 'Field required' }] },
    'missing query:dryRun',
  ],
  [
    'FastAPI, a header',
    { detail: [{ type: 'missing', loc: ['header', 'x-tenant'], msg: 'Field required' }] },
    'missing header:X-Tenant',
  ],
  [
    'Spring, fieldErrors',
    {
      timestamp: 'now',
      status: 400,
      error: 'Bad Request',
      path: '/orders',
      fieldErrors: [{ objectName: 'order', field: 'name', message: 'must not be blank' }],
    },
    'missing body:name',
  ],
  [
    'Spring, violations',
    {
      type: 'x',
      title: 'Constraint Violation',
      violations: [{ propertyPath: 'create.order.lines[0].count', message: 'must be greater than 0' }],
    },
    'wrong body:lines.0.count',
  ],
  [
    'Spring, a parameter',
    {
      status: 400,
      error: 'Bad Request',
      message: "Required request parameter 'dryRun' for method parameter type Boolean is not present",
      path: '/orders/a',
    },
    'missing query:dryRun',
  ],
  [
    'Jackson, unknown',
    {
      message:
        'JSON parse error: Unrecognized field "unitPrice" (class Line), not marked as ignorable (through reference chain: Order["lines"]->java.util.ArrayList[0]->Line["unitPrice"])',
    },
    'unknown body:lines.0.unitPrice',
  ],
  [
    'Jackson, an enum',
    'Cannot deserialize value of type `Kind` from String "x": not one of the values accepted for Enum class: [SMALL, LARGE] (through reference chain: Order["kind"])',
    'wrong body:kind SMALL|LARGE',
  ],
  [
    'ajv, required',
    {
      errors: [
        {
          instancePath: '/owner',
          keyword: 'required',
          params: { missingProperty: 'age' },
          message: "must have required property 'age'",
        },
      ],
    },
    'missing body:owner.age',
  ],
  [
    'ajv, additional',
    {
      errors: [
        {
          instancePath: '/lines/0',
          keyword: 'additionalProperties',
          params: { additionalProperty: 'unitPrice' },
          message: 'must NOT have additional properties',
        },
      ],
    },
    'unknown body:lines.0.unitPrice',
  ],
  [
    'ajv, enum',
    {
      errors: [
        {
          instancePath: '/kind',
          keyword: 'enum',
          params: { allowedValues: ['a', 'b'] },
          message: 'must be equal to one of the allowed values',
        },
      ],
    },
    'wrong body:kind a|b',
  ],
  [
    'Fastify',
    {
      statusCode: 400,
      code: 'FST_ERR_VALIDATION',
      error: 'Bad Request',
      message: "body/owner must have required property 'age'",
    },
    'missing body:owner.age',
  ],
  [
    'express-openapi-validator',
    {
      message: 'request/body/kind must be equal to one of the allowed values: a, b',
      errors: [
        {
          path: '/body/kind',
          message: 'must be equal to one of the allowed values: a, b',
          errorCode: 'enum.openapi.validation',
        },
      ],
    },
    'wrong body:kind a|b',
  ],
  [
    'express-validator',
    { errors: [{ type: 'field', msg: 'Invalid value', path: 'email', location: 'body' }] },
    'wrong body:email',
  ],
  [
    'Zod, required',
    {
      success: false,
      error: {
        name: 'ZodError',
        issues: [
          { code: 'invalid_type', expected: 'string', received: 'undefined', path: ['name'], message: 'Required' },
        ],
      },
    },
    'missing body:name',
  ],
  [
    'Zod, enum',
    {
      issues: [
        {
          code: 'invalid_enum_value',
          options: ['a', 'b'],
          path: ['kind'],
          message: "Invalid enum value. Expected 'a' | 'b', received 'c'",
        },
      ],
    },
    'wrong body:kind a|b',
  ],
  [
    'Zod, unknown',
    {
      issues: [
        {
          code: 'unrecognized_keys',
          keys: ['unitPrice'],
          path: ['lines', 0],
          message: "Unrecognized key(s) in object: 'unitPrice'",
        },
      ],
    },
    'unknown body:lines.0.unitPrice',
  ],
  [
    'Pydantic, a name spelled out',
    { detail: [{ loc: ['body', 'lines', 0], msg: 'Value error, Product id does not match the count' }] },
    'wrong body:lines.0.productId',
  ],
  ['a name spelled out', 'Only METAL artifact type is supported', 'wrong body:artifactType'],
  ['Joi', { message: '"name" is required' }, 'missing body:name'],
  ['Joi, a choice', { message: '"kind" must be one of [a, b]' }, 'wrong body:kind a|b'],
  ['Joi, unknown', { message: '"colour" is not allowed' }, 'unknown body:colour'],
  [
    'NestJS',
    {
      statusCode: 400,
      message: ['name should not be empty', 'email must be an email', 'property colour should not exist'],
      error: 'Bad Request',
    },
    'missing body:name, wrong body:email a email, unknown body:colour',
  ],
  [
    'Django',
    { name: ['This field is required.'], email: ['Enter a valid email address.'] },
    'missing body:name, wrong body:email a email',
  ],
  [
    'Django, in items',
    { lines: [{ count: ['A valid integer is required.'] }] },
    'missing body:lines.0.count a integer',
  ],
  [
    'Rails',
    { errors: { name: ["can't be blank"], kind: ['is not included in the list'] } },
    'missing body:name, wrong body:kind',
  ],
  [
    'Laravel',
    { message: 'The name field is required.', errors: { name: ['The name field is required.'] } },
    'missing body:name',
  ],
  [
    'ASP.NET',
    {
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: {
        Name: ['The Name field is required.'],
        '$.owner.age': ['The JSON value could not be converted to System.Int32.'],
      },
    },
    'missing body:name, wrong body:owner.age',
  ],
  ['marshmallow', { code: 422, errors: { json: { name: ['Missing data for required field.'] } } }, 'missing body:name'],
  [
    'Cornice',
    {
      code: 400,
      errno: 107,
      error: 'Invalid parameters',
      message: 'kind in body: "x" is not one of a, b',
      details: [{ location: 'body', name: 'kind', description: '"x" is not one of a, b' }],
    },
    'wrong body:kind a|b',
  ],
  [
    'Cornice, a query',
    { status: 'error', errors: [{ location: 'querystring', name: 'dryRun', description: 'Required' }] },
    'missing query:dryRun',
  ],
  [
    "Go's validator",
    {
      error:
        "Key: 'Order.Name' Error:Field validation for 'Name' failed on the 'required' tag\nKey: 'Order.Owner.Age' Error:Field validation for 'Age' failed on the 'gte' tag",
    },
    'missing body:name, wrong body:owner.age',
  ],
  ["Go's JSON", 'json: unknown field "colour"', 'unknown body:colour'],
  [
    "Go's protojson",
    { code: 3, message: 'proto: (line 1:2): unknown field "colour"', details: [] },
    'unknown body:colour',
  ],
  ['gRPC gateway', { code: 3, message: 'invalid argument: order.name is required' }, 'missing body:name'],
  [
    'Google',
    {
      error: {
        code: 400,
        message: 'Invalid',
        details: [
          { '@type': 'BadRequest', fieldViolations: [{ field: 'owner.age', description: 'Must be at least 1.' }] },
        ],
      },
    },
    'wrong body:owner.age',
  ],
  [
    'serde',
    'Failed to deserialize the JSON body into the target type: missing field `name` at line 1 column 2',
    'missing body:name',
  ],
  ['go-jose', 'invalid line, missing count/productId values', 'missing body:lines.count, missing body:lines.productId'],
  [
    'Hydra',
    {
      error: 'missing_required_parameter',
      error_description: "One of the required parameters is missing. One of 'kind' or 'email' field must be set.",
    },
    'missing body:kind',
  ],
  ['serde, a variant', 'kind: unknown variant `x`, expected one of `a`, `b` at line 1', 'wrong body:kind a|b'],
  ['jsonschema of Python', { detail: "'name' is a required property" }, 'missing body:name'],
  [
    'jsonschema of Python, more',
    { detail: "Additional properties are not allowed ('unitPrice' was unexpected)" },
    'unknown body:unitPrice',
  ],
  [
    'GitHub',
    { message: 'Validation Failed', errors: [{ resource: 'Order', field: 'name', code: 'missing_field' }] },
    'missing body:name',
  ],
  [
    'Stripe',
    {
      error: {
        type: 'invalid_request_error',
        code: 'parameter_missing',
        message: 'Missing required param: name.',
        param: 'name',
      },
    },
    'missing body:name',
  ],
  [
    'Kubernetes',
    {
      kind: 'Status',
      status: 'Failure',
      message: 'invalid',
      details: { causes: [{ reason: 'FieldValueRequired', message: 'Required value', field: 'owner.age' }] },
    },
    'missing body:owner.age',
  ],
  [
    'a sentence with a path',
    { message: 'Request is missing a required parameter: body.artifactType' },
    'missing body:artifactType',
  ],
  ['a sentence in text', 'Must provide a name', 'missing body:name'],
  ['a sentence of a header', 'Header X-Tenant is required', 'missing header:X-Tenant'],
  ['a sentence with a choice', 'Invalid kind: expected one of "a", "b"', 'wrong body:kind a|b'],
  [
    'a sentence deep in a reply',
    { result: { problem: { explanation: 'productId does not exist' } } },
    'wrong body:lines.productId no productid',
  ],
  ['a text within a text', { message: '{"errors":[{"pointer":"/name","detail":"is required"}]}' }, 'missing body:name'],
  ['a sentence of the path', { error: 'not_found', message: 'The shop does not exist' }, 'wrong path:shop no shop'],
  ['a sentence with two names', { detail: 'At least one of dryRun or kind must be supplied' }, 'missing query:dryRun'],
  [
    'a sentence with a choice in quotes',
    { detail: 'body.kind must be one of "repair", "return"' },
    'wrong body:kind repair|return',
  ],
  ['a sentence with either', { detail: "Either 'name' or 'kind' must be provided" }, 'missing body:name'],
  ['a sentence with a value', { detail: 'Unbounded. Set dryRun=true to go on' }, 'missing query:dryRun true'],
  ['a sentence of what is null', { message: 'kind is null' }, 'missing body:kind'],
  ['a sentence of what is needed', { message: 'An order requires kind or name' }, 'missing body:kind'],
  ['a value in quotes', { message: 'Supports `RS256`, `ES256`', field: 'kind' }, 'wrong body:kind RS256|ES256'],
  ['a sentence with the value', { detail: 'Span with ID example not found' }, 'wrong body:name no span|example'],
  ['a sentence with the value that is taken', { detail: 'An order "example" exists already' }, 'taken body:name'],
  ['one that says nothing of a value', { error: 'forbidden', message: 'Your plan has no more room' }, ''],
])('%s', (_, reply, hints) => {
  expect(told(hintsOf(refusal(reply)))).toBe(hints);
});

test('a value of the path that a refusal repeats as absent is not there, and what it quotes beside a value may be wanted', () => {
  const refused = (text: string, path: object): string => {
    const exchange = refusal({ message: text });
    return told(hintsOf({ ...exchange, request: { ...exchange.request, path: { ...path } } }));
  };
  expect(refused("No order of 'a7' found: it does not exist", { shop: 'a7' })).toBe('wrong path:shop');
  expect(refused("It can't be done by 'example'. It is locked by 'ada'.", { shop: 'a7' })).toBe('wrong body:name ada');
  expect(refused("a7 can't be done by 'example'. It is locked by 'ada'.", { shop: 'a7' })).toBe('wrong body:name ada');
  expect(refused("a7 can't be done by 'example'. It is locked by 'null'.", { shop: 'a7' })).toBe('');
});

test('a reply of whatever size and shape is read in a moment', () => {
  const long = 'a'.repeat(100_000);
  const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => ({ errors: [inner, long] }), long);
  for (const reply of [
    long,
    `${"'a ".repeat(50_000)}`,
    { [long]: [long] },
    deep,
    Array(10_000).fill({ field: 'name' }),
    null,
    7,
    [],
  ])
    expect(hintsOf(refusal(reply)).length).toBeLessThan(50);
});
