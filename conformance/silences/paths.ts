import { documents, fits, own, templateNames } from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isSafe, isSuccess } from '../exchange/exchange';
import { fromText, queryOf } from '../exchange/query';
import { byExchange, createSightings, type NewLearner } from './learner';

/**
 * Only of an operation that documents 404: of others it says nothing of what is there. A path with several parameters is left
 * out, since what another one names may not be there.
 */
export const learnInvalidPath: NewLearner<'path.invalid'> = () =>
  byExchange((exchange) => {
    const { request, response } = exchange;
    const { operation } = request;
    if (response === undefined || !isOfOperation(exchange) || !isOfOneCaller(request.credential)) return undefined;
    if (!isSafe(request) || !documents(operation, 404) || !isBroken(exchange)) return undefined;
    const shows = `${request.target}: ${response.status}`;
    if (response.status === 404) return { option: 'not-found', shows };
    return response.status === 400 ? { option: 'bad-request', shows } : undefined;
  }, 'no request had a path parameter that breaks its schema, of an operation that documents 404');

/** Whether the one parameter of the path breaks its schema, as a plain text, and nothing else is wrong. */
function isBroken({ request }: Exchange): boolean {
  const { operation, path } = request;
  const [name, ...others] = templateNames(operation.path);
  const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
  const value = own(path, name ?? '');
  if (parameter === undefined || others.length > 0 || !/^[\w.-]{1,60}$/.test(String(value ?? ''))) return false;
  if (!queryOf(request).isLawful) return false;
  return !fits(parameter.schema, 'request', typeof value === 'string' ? fromText(parameter.schema, value) : value);
}

/** Only of a path that was served before by another method: else a 404 may say that nothing is there. */
export const learnWrongMethod: NewLearner<'method.wrong'> = ({ operations }) => {
  const sightings = createSightings<'method-not-allowed' | 'not-found'>();
  const served = new Set<string>();
  return {
    observe(exchange) {
      const { request, response } = exchange;
      const [path = ''] = request.target.split('?');
      if (isSuccess(exchange)) served.add(path);
      const isOfPath = operations.some((one) => one.path === request.operation.path && one.method === request.method);
      if (response === undefined || isOfPath || ASIDE.includes(request.method) || !isOfOneCaller(request.credential))
        return;
      const allow = response.headers.get('allow');
      const shows = `${request.method} ${path}: ${response.status}${allow === undefined ? '' : `, Allow: ${allow}`}`;
      if (response.status === 405) sightings.see('method-not-allowed', shows, [exchange]);
      else if (response.status === 404 && served.has(path)) sightings.see('not-found', shows, [exchange]);
      else if (response.status !== 404 && response.status !== 401)
        sightings.seeOther(`a wrong method is answered as no option says: ${shows}`);
    },
    conclude: () => sightings.conclude('no request had a method that its path does not have'),
  };
};

/** Methods that a server may take wherever it takes others (RFC 9110 §9.3). */
const ASIDE: readonly string[] = ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT'];
