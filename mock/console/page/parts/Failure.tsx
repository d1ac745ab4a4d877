/** What went wrong, said at once; nothing where nothing did. */
export function Failure({ message }: { readonly message: string | undefined }) {
  return (
    <div role="alert" class="failure">
      {message}
    </div>
  );
}
