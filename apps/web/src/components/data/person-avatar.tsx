import { pictureSource } from '../../lib/picture-url.ts';
import { Avatar, AvatarFallback, AvatarImage } from '../ui/avatar.tsx';

interface PersonAvatarProps {
  /** The URL in the profile. */
  address: string | null;
  /** Shown without a picture, and for a picture that does not load. */
  letters: string;
  className?: string;
}

/** The picture or the initials of a user. It has no text alternative, because the name is next to it. */
export function PersonAvatar({ address, letters, className }: PersonAvatarProps) {
  return (
    <Avatar className={className}>
      {address !== null && <AvatarImage src={pictureSource(address)} alt="" />}
      <AvatarFallback className="text-[length:inherit]">{letters}</AvatarFallback>
    </Avatar>
  );
}
