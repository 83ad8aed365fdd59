/** The part that is used here; the package brings no types. */
declare module 'fs-native-extensions' {
  /** Locks an open file for as long as it is open here or where it was handed on; false when another holds it. */
  export function tryLock(fileDescriptor: number): boolean;
}
