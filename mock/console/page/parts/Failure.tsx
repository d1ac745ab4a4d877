/** What went wrong, announced to screen readers; nothing without a message. */
export function Failure({ message }: { readonly message: string | undefined }) {
  return (
    <div role="alert" class="failure">
      {message}
    </div>
  );
}
