/** An email address for narrow columns. It breaks before its @, and elsewhere only if necessary. */
export function EmailText({ email }: { email: string | null }) {
  if (email === null) return '–';
  const at = email.lastIndexOf('@');
  return (
    <bdi className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}
