import { pictureSource } from '../../lib/picture-url.ts';
import { Avatar, AvatarFallback, AvatarImage } from '../ui/avatar.tsx';

interface PersonAvatarProps {
  /** As the profile has it. */
  address: string | null;
  /** What is shown without a picture, and for one that does not load. */
  letters: string;
  className?: string;
}

/** Somebody's picture, or their letters. It stands beside their name, so it has no text of its own. */
export function PersonAvatar({ address, letters, className }: PersonAvatarProps) {
  return (
    <Avatar className={className}>
      {address !== null && <AvatarImage src={pictureSource(address)} alt="" />}
      <AvatarFallback className="text-[length:inherit]">{letters}</AvatarFallback>
    </Avatar>
  );
}
