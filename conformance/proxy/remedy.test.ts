import { remedyFor } from './open-relay';

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true, /--ca FILE.*--insecure/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true, /--insecure/],
  ['EPROTO', true, /--target begins with http:/],
  ['ECONNREFUSED', false, /^$/],
])('%s', (code, isTls, remedy) => {
  expect(remedyFor(code, isTls)).toMatch(remedy);
});
