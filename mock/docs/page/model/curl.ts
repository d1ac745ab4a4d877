import { credentialFlags, curlFlags, curlHeader } from '../../../../openapi/program/curl';
import { quoted, wordWith } from '../../../../openapi/program/printable';
import type { Scheme } from './document';
import { kindOf } from './example';
import { formFields, type Outgoing, type Sent } from './request';

/** The shell variable that holds a credential of the user's own: of several each has one of its scheme's name. */
const variableOf = ({ name }: Pick<Scheme, 'name'>, { length }: Outgoing['credentials']): string =>
  length < 2
    ? 'API_KEY'
    : name
        .replaceAll(/\W/g, '_')
        .replace(/^(?=\d)/, '_')
        .toUpperCase();

/**
 * A POSIX shell command that sends a request. The demo key stands in it; any other credential is written as a variable, so
 * that the line can be shown to others.
 */
export function curlOf(request: Outgoing, demoKey: string | undefined): string {
  const { method, url, headers, cookies, credentials, body } = request;
  const word = (start: string, one: Sent, end = '') =>
    one.value === demoKey ? quoted(start + one.value + end) : wordWith(variableOf(one, credentials), [start, end]);
  const flags = (one: Sent) =>
    credentialFlags(one, (before, after) => word(before, one, one.value.includes(':') ? '' : after));
  const of = (place: string) => credentials.filter((one) => one.in === place);
  const inQuery = of('query');
  const words = [
    'curl',
    ...curlFlags(method, url, body !== undefined),
    // Words without a space between them are one.
    inQuery.length === 0
      ? quoted(url)
      : inQuery.map((one, place) => word(beforeKey(place === 0 ? url : '', one.parameter), one)).join(''),
    ...of('header').flatMap(flags),
    ...headers.flatMap(([name, value]) => ['-H', quoted(curlHeader(name, value))]),
    ...cookies.flatMap(([name, value]) => ['-b', quoted(`${name}=${value}`)]),
    ...of('cookie').flatMap(flags),
    ...bodyFlags(request),
  ];
  return words.join(' ');
}

const beforeKey = (url: string, parameter: string): string =>
  `${url}${url !== '' && !url.includes('?') ? '?' : '&'}${encodeURIComponent(parameter)}=`;

function bodyFlags({ mediaType, body, files }: Outgoing): readonly string[] {
  if (mediaType === undefined || body === undefined) return [];
  if (typeof body === 'string' && kindOf(mediaType) === 'form') {
    return [
      ...formFields(body, files).flatMap(([name, value]) => ['--form-string', quoted(`${name}=${value}`)]),
      // In quotes a name may have what would end it.
      ...files.flatMap(([name, file]) => ['-F', quoted(`${name}=@"${file.name.replaceAll(/["\\]/g, '\\$&')}"`)]),
    ];
  }
  const type = ['-H', quoted(`Content-Type: ${mediaType}`)];
  return [
    ...type,
    ...(typeof body === 'string' ? ['--data-raw', quoted(body)] : ['--data-binary', quoted(`@${body.name}`)]),
  ];
}
