/** The method of an operation; the colour only makes it easier to find. */
export function Method({ method }: { readonly method: string }) {
  return <span class={`method ${method.toLowerCase()}`}>{method}</span>;
}
