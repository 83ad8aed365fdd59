import { LayoutDashboard, LifeBuoy, LogOut, Settings } from 'lucide-react';
import { Link } from '../../components/navigation/link.tsx';
import { PersonAvatar } from '../../components/data/person-avatar.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import { avatarLetters } from '../../session/avatar-letters.ts';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { m } from '../../paraglide/messages.js';

/** The name and email address of the user, and links to their pages. */
export default function AvatarMenu() {
  const { user, profile } = useSession();
  const signOut = useSignOut();
  if (user === null) return null;

  const avatarUrl = profile?.avatar_url ?? metadataAvatarUrl(user.user_metadata);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={m.app_account_menu()}
        className="flex size-11 items-center justify-center rounded-full transition-opacity hover:opacity-90"
      >
        <PersonAvatar
          address={avatarUrl}
          letters={avatarLetters(profile?.full_name, user.email)}
          className="size-10 text-sm"
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64">
        <DropdownMenuLabel>
          {profile?.full_name && (
            <p className="truncate font-bold">
              <bdi>{profile.full_name}</bdi>
            </p>
          )}
          <p className="truncate text-muted-foreground">
            <bdi>{user.email}</bdi>
          </p>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to={dashboardPath(profile?.account_type)}>
            <LayoutDashboard aria-hidden="true" />
            {m.common_my_dashboard()}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/settings">
            <Settings aria-hidden="true" />
            {m.common_settings()}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/support">
            <LifeBuoy aria-hidden="true" />
            {m.common_support()}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden="true" className="rtl:-scale-x-100" />
          {m.app_log_out()}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function metadataAvatarUrl(metadata: Record<string, unknown>): string | null {
  const url = metadata.avatar_url;
  return typeof url === 'string' && url !== '' ? url : null;
}
