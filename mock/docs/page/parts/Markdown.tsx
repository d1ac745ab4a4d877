import { useMemo } from 'preact/hooks';
import { elementsOf } from './markdown-elements';
import { parseMarkdown } from './parse-markdown';

interface Props {
  readonly text: string;
  /** Of its first heading; one below that of the section around it. */
  readonly level?: number;
}

/** A description in CommonMark (OpenAPI 3.0.3 §4.2), with such HTML in it as does no harm. */
export function Markdown({ text, level = 5 }: Props) {
  const elements = useMemo(() => elementsOf(parseMarkdown(text), level), [text, level]);
  return text === '' ? null : <div class="markdown">{elements}</div>;
}
