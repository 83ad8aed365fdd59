/** The used part of a package without types. */
declare module 'fs-native-extensions' {
  /** Locks an open file until its last descriptor is closed. False when another process holds the lock. */
  export function tryLock(fileDescriptor: number): boolean;
}
