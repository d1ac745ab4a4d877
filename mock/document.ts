import { Router } from 'express';
import { type Contract, stringifyJson } from '../openapi/contract';

/** Where the mock serves the contract as JSON. */
export const DOCUMENT_PATH = '/openapi.json';

/** Serves the contract that the mock was started with, as JSON and as it was written; no key, no metering. */
export function serveDocument({ source }: Contract): Router {
  const router = Router();
  router.get(DOCUMENT_PATH, (_, response) => {
    response.set('Access-Control-Allow-Origin', '*').type('application/json').send(stringifyJson(source.json, 2));
  });
  router.get('/openapi.yaml', (_, response) => {
    // RFC 9512: the media type of YAML. JSON is YAML too.
    response.set('Access-Control-Allow-Origin', '*').type('application/yaml').send(source.text);
  });
  return router;
}
