/** The status of a reply. Its number tells all; the colour only helps to find it. */
export function Status({ status }: { readonly status: number | null }) {
  if (status === null) return <span class="status none">no reply</span>;
  return <span class={`status s${Math.floor(status / 100)}`}>{status}</span>;
}
