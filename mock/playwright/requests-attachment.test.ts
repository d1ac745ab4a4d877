import { requestsAttachment } from './requests-attachment';

const baseUrl = 'http://127.0.0.1:4010/v1';

test.each([
  [undefined, /those to http:\/\/127\.0\.0\.1:4010\/v1 do\./],
  ['/api', /those to http:\/\/127\.0\.0\.1:4010\/v1 and \/api do\./],
])('where no request came, with the apiUrl %p, it says which ones would have', (apiUrl, expected) => {
  const { body, contentType } = requestsAttachment([], { baseUrl, apiUrl });
  expect([contentType, body]).toEqual(['text/plain', expect.stringMatching(expected)]);
  expect(body).toMatch(/^No request has reached this test's session\..+set the option "apiUrl".+\n$/);
});
