interface Props {
  readonly text: string;
}

/** A description, with its line breaks. */
export function Markdown({ text }: Props) {
  return text === '' ? null : <div class="markdown">{text.trim()}</div>;
}
