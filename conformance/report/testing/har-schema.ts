import Ajv from 'ajv';
import addFormats from 'ajv-formats';

/**
 * HAR 1.2 as its authors describe it (http://www.softwareishard.com/blog/har-12-spec/): what has to be there, and of which
 * type. Members whose names begin with an underscore are free.
 */
const object = (required: object, optional: object = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional, comment: { type: 'string' } },
  patternProperties: { '^_': {} },
  additionalProperties: false,
});

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const url = { type: 'string', format: 'url' };
const time = { type: 'string', format: 'date-time' };
/** -1: not known, or not applicable. */
const size = { type: 'integer', minimum: -1 };
const unlessUnknown = { type: 'number', minimum: -1 };
const milliseconds = { type: 'number', minimum: 0 };

const field = object({ name: text, value: text });
const cookie = object(
  { name: text, value: text },
  { path: text, domain: text, expires: time, httpOnly: { type: 'boolean' }, secure: { type: 'boolean' } },
);
const message = {
  httpVersion: text,
  cookies: list(cookie),
  headers: list(field),
  headersSize: size,
  bodySize: size,
};
const postData = object({ mimeType: text }, { text, params: list(object({ name: text })) });
const content = object(
  { size: { type: 'integer', minimum: 0 }, mimeType: text },
  { compression: { type: 'integer' }, text, encoding: text },
);

const HAR_SCHEMA = object({
  log: object(
    {
      version: { const: '1.2' },
      creator: object({ name: text, version: text }),
      entries: list(
        object(
          {
            startedDateTime: time,
            time: milliseconds,
            request: object({ method: text, url, queryString: list(field), ...message }, { postData }),
            response: object({ status: { type: 'integer' }, statusText: text, content, redirectURL: text, ...message }),
            cache: object({}),
            timings: object(
              { send: milliseconds, wait: milliseconds, receive: milliseconds },
              { blocked: unlessUnknown, dns: unlessUnknown, connect: unlessUnknown, ssl: unlessUnknown },
            ),
          },
          { pageref: text, serverIPAddress: text, connection: text },
        ),
      ),
    },
    { browser: object({ name: text, version: text }), pages: list({ type: 'object' }) },
  ),
});

/** Whether a value keeps to HAR 1.2; its `errors` say why not. */
export const isHar = addFormats(new Ajv({ allErrors: true }))
  .addFormat('url', (value) => URL.canParse(value))
  .compile(HAR_SCHEMA);
