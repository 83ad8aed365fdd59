/** Rejects a join or a message. The texts are those of a hosted project, because clients show them. */
export class RealtimeError extends Error {
  override readonly name = 'RealtimeError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** The text that a client gets. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

export const realtimeErrors = {
  expiredToken: () => new RealtimeError('InvalidJWTToken', 'Token has expired'),
  missingClaims: () =>
    new RealtimeError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT'),
  endedSession: () => new RealtimeError('InvalidJWTToken', 'The session of the token has ended'),
  badSignature: () => new RealtimeError('JwtSignatureError', 'Failed to validate JWT signature'),
  malformedToken: () => new RealtimeError('MalformedJWT', 'The token provided is not a valid JWT'),
  notReadable: (topic: string) =>
    new RealtimeError(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${topic}`,
    ),
  notWritable: (topic: string) =>
    new RealtimeError(
      'Unauthorized',
      `You do not have permissions to write to this Channel topic: ${topic}`,
    ),
  tooManyChannels: () => new RealtimeError('ChannelRateLimitReached', 'Too many channels'),
  tooManyJoins: () => new RealtimeError('ClientJoinRateLimitReached', 'Too many joins per second'),
  tooManyMessages: () =>
    new RealtimeError('MessagePerSecondRateLimitReached', 'Too many messages per second'),
  missingTopic: () => new RealtimeError('TopicNameRequired', 'You must provide a topic name'),
  badJoin: (problem: string) => new RealtimeError('InvalidJoinPayload', problem),
  longPresence: () => new RealtimeError('PresencePayloadTooLarge', 'Track message size exceeded'),
  tooManyPresenceEvents: () =>
    new RealtimeError('ClientPresenceRateLimitReached', 'Client presence rate limit exceeded'),
  tooMuchPresence: (maxBytes: number) =>
    new RealtimeError(
      'ClientPresenceLimitReached',
      `One client may track at most ${maxBytes} bytes; untrack or leave another channel first`,
    ),
  badReplay: () => new RealtimeError('UnableToReplayMessages', 'Replay params are not valid'),
  databaseUnavailable: () =>
    new RealtimeError('UnableToConnectToProject', 'The database cannot be reached at the moment'),
} as const;
