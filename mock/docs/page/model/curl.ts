import { quoted, wordWith } from '../../../../openapi/program/shell';
import { formFields } from './form';
import { kindOf, type Outgoing } from './request';

/** The shell variable that holds a credential of the user's own. */
const KEY = 'API_KEY';

/**
 * A POSIX shell command that sends a request. The demo key stands in it; any other credential is written as `$API_KEY`, so
 * that the line can be shown to others.
 */
export function curlOf(request: Outgoing, demoKey: string | undefined): string {
  const { method, url, headers, cookies, credentials, body } = request;
  const word = (start: string, value: string) =>
    value === demoKey ? quoted(start + value) : wordWith(KEY, [start, '']);
  const of = (place: string) => credentials.filter((one) => one.in === place);
  const [inQuery] = of('query');
  const mark = url.includes('?') ? '&' : '?';
  const words = [
    'curl',
    // Otherwise curl expands brackets to ranges and sets.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...methodFlags(method, body !== undefined),
    inQuery === undefined ? quoted(url) : word(`${url}${mark}${encodeURIComponent(inQuery.parameter)}=`, inQuery.value),
    ...of('header').flatMap(({ parameter, prefix, value }) => ['-H', word(`${parameter}: ${prefix}`, value)]),
    ...headers.flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...cookies.flatMap(([name, value]) => ['-b', quoted(`${name}=${value}`)]),
    ...of('cookie').flatMap(({ parameter, value }) => ['-b', word(`${parameter}=`, value)]),
    ...bodyFlags(request),
  ];
  return words.join(' ');
}

function methodFlags(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD') return ['-I'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', method];
}

function bodyFlags({ mediaType, body }: Outgoing): readonly string[] {
  if (mediaType === undefined || body === undefined) return [];
  if (typeof body === 'string' && kindOf(mediaType) === 'form') {
    return formFields(body).flatMap(([name, value]) => ['--form-string', quoted(`${name}=${value}`)]);
  }
  const type = ['-H', quoted(`Content-Type: ${mediaType}`)];
  return [
    ...type,
    ...(typeof body === 'string' ? ['--data-raw', quoted(body)] : ['--data-binary', quoted(`@${body.name}`)]),
  ];
}
