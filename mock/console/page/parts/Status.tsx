/** The status of a reply. The colour adds nothing to the number; it only makes it easier to find. */
export function Status({ status }: { readonly status: number | null }) {
  if (status === null) return <span class="status none">no reply</span>;
  return <span class={`status s${Math.floor(status / 100)}`}>{status}</span>;
}
