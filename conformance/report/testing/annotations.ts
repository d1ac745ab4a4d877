/** An annotation with its properties. */
interface Annotation {
  readonly kind: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: string;
  readonly title?: string;
}

/** What GitHub's runner reads from what a step prints once it obeys again (`ActionCommand.TryParseV2`). */
export const annotations = (printed: string): readonly Annotation[] =>
  printed.split(/\r\n|\n|\r/).flatMap((line) => {
    const [, kind, properties = '', message = ''] = /^\s*::(error|warning|notice) (.*?)::(.*)$/s.exec(line) ?? [];
    if (kind === undefined) return [];
    const pairs = properties.split(',').map((pair) => pair.split('=') as [string, string]);
    const given = Object.fromEntries(pairs.map(([name, value]) => [name, ofProperty(value)]));
    return [{ kind, ...given, message: ofMessage(message) }];
  });

const ofMessage = (text: string): string => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
const ofProperty = (text: string): string => ofMessage(text.replaceAll('%3A', ':').replaceAll('%2C', ','));
