// Generated from the database by `npm run db:types`. Never edited by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  __InternalSupabase: {
    PostgrestVersion: "14.1"
  }
  public: {
    Tables: {
      account_deletion_requests: {
        Row: {
          id: string
          requested_at: string
          user_id: string
        }
        Insert: {
          id?: string
          requested_at?: string
          user_id?: string
        }
        Update: {
          id?: string
          requested_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "account_deletion_requests_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      administrator_requests: {
        Row: {
          action: string
          decided_at: string | null
          decided_by: string | null
          expires_at: string
          id: string
          reason: string | null
          requested_at: string
          requested_by: string
          state: string
          user_id: string
        }
        Insert: {
          action: string
          decided_at?: string | null
          decided_by?: string | null
          expires_at?: string
          id?: string
          reason?: string | null
          requested_at?: string
          requested_by: string
          state?: string
          user_id: string
        }
        Update: {
          action?: string
          decided_at?: string | null
          decided_by?: string | null
          expires_at?: string
          id?: string
          reason?: string | null
          requested_at?: string
          requested_by?: string
          state?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "administrator_requests_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      back_office_settings: {
        Row: {
          age_limits: Json
          delivery_hours: Json
          digest_hour: number | null
          four_eyes_amount: number | null
          id: string
          is_only_row: boolean
          thresholds: Json
          updated_at: string
          webhook_secret: string | null
          webhook_secret_set_at: string | null
          webhook_url: string | null
        }
        Insert: {
          age_limits?: Json
          delivery_hours?: Json
          digest_hour?: number | null
          four_eyes_amount?: number | null
          id?: string
          is_only_row?: boolean
          thresholds?: Json
          updated_at?: string
          webhook_secret?: string | null
          webhook_secret_set_at?: string | null
          webhook_url?: string | null
        }
        Update: {
          age_limits?: Json
          delivery_hours?: Json
          digest_hour?: number | null
          four_eyes_amount?: number | null
          id?: string
          is_only_row?: boolean
          thresholds?: Json
          updated_at?: string
          webhook_secret?: string | null
          webhook_secret_set_at?: string | null
          webhook_url?: string | null
        }
        Relationships: []
      }
      bank_lines: {
        Row: {
          account: string
          amount: number
          bank_reference: string | null
          booking_date: string
          candidate_ids: string[]
          case_reason: string | null
          codes: string[]
          counterparty_iban: string | null
          counterparty_name: string | null
          currency: string
          end_to_end_id: string | null
          id: string
          imported_at: string
          imported_by: string | null
          is_reversal: boolean
          line_key: string
          near_codes: string[]
          reference_keys: string[]
          remittance_text: string | null
          resolution: string | null
          resolution_note: string | null
          resolved_at: string | null
          resolved_by: string | null
          source: string
          state: string
          value_date: string | null
        }
        Insert: {
          account: string
          amount: number
          bank_reference?: string | null
          booking_date: string
          candidate_ids?: string[]
          case_reason?: string | null
          codes?: string[]
          counterparty_iban?: string | null
          counterparty_name?: string | null
          currency: string
          end_to_end_id?: string | null
          id?: string
          imported_at?: string
          imported_by?: string | null
          is_reversal?: boolean
          line_key: string
          near_codes?: string[]
          reference_keys?: string[]
          remittance_text?: string | null
          resolution?: string | null
          resolution_note?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          source?: string
          state?: string
          value_date?: string | null
        }
        Update: {
          account?: string
          amount?: number
          bank_reference?: string | null
          booking_date?: string
          candidate_ids?: string[]
          case_reason?: string | null
          codes?: string[]
          counterparty_iban?: string | null
          counterparty_name?: string | null
          currency?: string
          end_to_end_id?: string | null
          id?: string
          imported_at?: string
          imported_by?: string | null
          is_reversal?: boolean
          line_key?: string
          near_codes?: string[]
          reference_keys?: string[]
          remittance_text?: string | null
          resolution?: string | null
          resolution_note?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          source?: string
          state?: string
          value_date?: string | null
        }
        Relationships: []
      }
      decision_reasons: {
        Row: {
          decision: string
          id: string
          is_active: boolean
          name: string
          position: number
          texts: Json
          updated_at: string
        }
        Insert: {
          decision: string
          id?: string
          is_active?: boolean
          name: string
          position?: number
          texts: Json
          updated_at?: string
        }
        Update: {
          decision?: string
          id?: string
          is_active?: boolean
          name?: string
          position?: number
          texts?: Json
          updated_at?: string
        }
        Relationships: []
      }
      deliveries: {
        Row: {
          card_expiry: string | null
          card_last4: string | null
          confirmation: string | null
          created_at: string
          delivered_at: string | null
          delivered_by: string | null
          due_at: string
          failure_reason: string | null
          is_test: boolean
          kind: string
          provider: string | null
          record_id: string
          state: string
          updated_at: string
          user_id: string
        }
        Insert: {
          card_expiry?: string | null
          card_last4?: string | null
          confirmation?: string | null
          created_at?: string
          delivered_at?: string | null
          delivered_by?: string | null
          due_at: string
          failure_reason?: string | null
          is_test?: boolean
          kind: string
          provider?: string | null
          record_id: string
          state?: string
          updated_at?: string
          user_id: string
        }
        Update: {
          card_expiry?: string | null
          card_last4?: string | null
          confirmation?: string | null
          created_at?: string
          delivered_at?: string | null
          delivered_by?: string | null
          due_at?: string
          failure_reason?: string | null
          is_test?: boolean
          kind?: string
          provider?: string | null
          record_id?: string
          state?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "deliveries_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      mail_preferences: {
        Row: {
          optional_mails: boolean
          updated_at: string
          user_id: string
        }
        Insert: {
          optional_mails?: boolean
          updated_at?: string
          user_id?: string
        }
        Update: {
          optional_mails?: boolean
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "mail_preferences_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      matching_settings: {
        Row: {
          accounts: string[]
          auto_approve: Json
          bank_line_retention_days: number
          expiry_days: Json
          id: string
          is_only_row: boolean
          qr: Json
          updated_at: string
        }
        Insert: {
          accounts?: string[]
          auto_approve?: Json
          bank_line_retention_days?: number
          expiry_days?: Json
          id?: string
          is_only_row?: boolean
          qr?: Json
          updated_at?: string
        }
        Update: {
          accounts?: string[]
          auto_approve?: Json
          bank_line_retention_days?: number
          expiry_days?: Json
          id?: string
          is_only_row?: boolean
          qr?: Json
          updated_at?: string
        }
        Relationships: []
      }
      orders: {
        Row: {
          admin_notes: string | null
          amount: number
          card_details: Json
          created_at: string
          currency: string
          id: string
          idempotency_key: string | null
          payment_code: string | null
          payment_details: Json | null
          payment_method: string
          reviewed_at: string | null
          reviewed_by: string | null
          status: string
          stripe_session_id: string | null
          transaction_reference: string
          updated_at: string
          user_id: string
        }
        Insert: {
          admin_notes?: string | null
          amount: number
          card_details: Json
          created_at?: string
          currency?: string
          id?: string
          idempotency_key?: string | null
          payment_code?: string | null
          payment_details?: Json | null
          payment_method: string
          reviewed_at?: string | null
          reviewed_by?: string | null
          status?: string
          stripe_session_id?: string | null
          transaction_reference: string
          updated_at?: string
          user_id: string
        }
        Update: {
          admin_notes?: string | null
          amount?: number
          card_details?: Json
          created_at?: string
          currency?: string
          id?: string
          idempotency_key?: string | null
          payment_code?: string | null
          payment_details?: Json | null
          payment_method?: string
          reviewed_at?: string | null
          reviewed_by?: string | null
          status?: string
          stripe_session_id?: string | null
          transaction_reference?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "orders_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_links: {
        Row: {
          amount: number
          confirmed_at: string | null
          confirmed_by: string | null
          created_at: string
          created_by: string | null
          id: string
          is_automatic: boolean
          kind: string
          line_id: string
          matched_by: string
          record_id: string
          state: string
          undone_at: string | null
          undone_by: string | null
        }
        Insert: {
          amount: number
          confirmed_at?: string | null
          confirmed_by?: string | null
          created_at?: string
          created_by?: string | null
          id?: string
          is_automatic?: boolean
          kind: string
          line_id: string
          matched_by: string
          record_id: string
          state?: string
          undone_at?: string | null
          undone_by?: string | null
        }
        Update: {
          amount?: number
          confirmed_at?: string | null
          confirmed_by?: string | null
          created_at?: string
          created_by?: string | null
          id?: string
          is_automatic?: boolean
          kind?: string
          line_id?: string
          matched_by?: string
          record_id?: string
          state?: string
          undone_at?: string | null
          undone_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "payment_links_line_id_fkey"
            columns: ["line_id"]
            isOneToOne: false
            referencedRelation: "bank_lines"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_method_settings: {
        Row: {
          details: Json | null
          id: string
          instruction: string | null
          is_offered: boolean
          method: string
          updated_at: string
        }
        Insert: {
          details?: Json | null
          id?: string
          instruction?: string | null
          is_offered?: boolean
          method: string
          updated_at?: string
        }
        Update: {
          details?: Json | null
          id?: string
          instruction?: string | null
          is_offered?: boolean
          method?: string
          updated_at?: string
        }
        Relationships: []
      }
      payment_states: {
        Row: {
          amount: number
          bank_reference: string | null
          currency: string
          paid_on: string | null
          received_amount: number
          record_id: string
          state: string
          updated_at: string
          user_id: string
        }
        Insert: {
          amount: number
          bank_reference?: string | null
          currency: string
          paid_on?: string | null
          received_amount: number
          record_id: string
          state: string
          updated_at?: string
          user_id: string
        }
        Update: {
          amount?: number
          bank_reference?: string | null
          currency?: string
          paid_on?: string | null
          received_amount?: number
          record_id?: string
          state?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "payment_states_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          account_type: string
          avatar_url: string | null
          city: string | null
          company_address: string | null
          company_name: string | null
          company_phone: string | null
          company_registration_number: string | null
          company_website: string | null
          country: string | null
          created_at: string
          date_of_birth: string | null
          full_name: string | null
          id: string
          phone_number: string | null
          postal_code: string | null
          street_address: string | null
          updated_at: string
        }
        Insert: {
          account_type?: string
          avatar_url?: string | null
          city?: string | null
          company_address?: string | null
          company_name?: string | null
          company_phone?: string | null
          company_registration_number?: string | null
          company_website?: string | null
          country?: string | null
          created_at?: string
          date_of_birth?: string | null
          full_name?: string | null
          id: string
          phone_number?: string | null
          postal_code?: string | null
          street_address?: string | null
          updated_at?: string
        }
        Update: {
          account_type?: string
          avatar_url?: string | null
          city?: string | null
          company_address?: string | null
          company_name?: string | null
          company_phone?: string | null
          company_registration_number?: string | null
          company_website?: string | null
          country?: string | null
          created_at?: string
          date_of_birth?: string | null
          full_name?: string | null
          id?: string
          phone_number?: string | null
          postal_code?: string | null
          street_address?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "profiles_id_fkey"
            columns: ["id"]
            isOneToOne: true
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      recharges: {
        Row: {
          admin_notes: string | null
          amount: number
          created_at: string
          currency: string
          id: string
          idempotency_key: string | null
          operator: string
          payment_code: string | null
          payment_details: Json | null
          payment_method: string
          phone_number: string
          recharge_details: Json
          reviewed_at: string | null
          reviewed_by: string | null
          status: string
          stripe_session_id: string | null
          transaction_reference: string
          updated_at: string
          user_id: string
        }
        Insert: {
          admin_notes?: string | null
          amount: number
          created_at?: string
          currency?: string
          id?: string
          idempotency_key?: string | null
          operator: string
          payment_code?: string | null
          payment_details?: Json | null
          payment_method: string
          phone_number: string
          recharge_details: Json
          reviewed_at?: string | null
          reviewed_by?: string | null
          status?: string
          stripe_session_id?: string | null
          transaction_reference: string
          updated_at?: string
          user_id: string
        }
        Update: {
          admin_notes?: string | null
          amount?: number
          created_at?: string
          currency?: string
          id?: string
          idempotency_key?: string | null
          operator?: string
          payment_code?: string | null
          payment_details?: Json | null
          payment_method?: string
          phone_number?: string
          recharge_details?: Json
          reviewed_at?: string | null
          reviewed_by?: string | null
          status?: string
          stripe_session_id?: string | null
          transaction_reference?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "recharges_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      record_events: {
        Row: {
          actor_id: string | null
          at: string
          detail: Json
          id: number
          kind: string
          record_id: string
        }
        Insert: {
          actor_id?: string | null
          at?: string
          detail?: Json
          id?: never
          kind: string
          record_id: string
        }
        Update: {
          actor_id?: string | null
          at?: string
          detail?: Json
          id?: never
          kind?: string
          record_id?: string
        }
        Relationships: []
      }
      record_notes: {
        Row: {
          author_id: string
          body: string
          created_at: string
          id: string
          mentions: string[]
          record_id: string
        }
        Insert: {
          author_id?: string
          body: string
          created_at?: string
          id?: string
          mentions?: string[]
          record_id: string
        }
        Update: {
          author_id?: string
          body?: string
          created_at?: string
          id?: string
          mentions?: string[]
          record_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "record_notes_record_id_fkey"
            columns: ["record_id"]
            isOneToOne: false
            referencedRelation: "records"
            referencedColumns: ["id"]
          },
        ]
      }
      record_views: {
        Row: {
          created_at: string
          filter: Json
          id: string
          is_shared: boolean
          name: string
          owner_id: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          filter: Json
          id?: string
          is_shared?: boolean
          name: string
          owner_id?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          filter?: Json
          id?: string
          is_shared?: boolean
          name?: string
          owner_id?: string
          updated_at?: string
        }
        Relationships: []
      }
      records: {
        Row: {
          amount: number
          assigned_at: string | null
          assigned_to: string | null
          corrected_at: string | null
          country: string | null
          created_at: string
          currency: string
          decided_at: string | null
          decided_by: string | null
          first_approved_at: string | null
          first_approved_by: string | null
          flag: number
          held_until: string | null
          hold_reason: string | null
          id: string
          kind: string
          payment_code: string | null
          payment_method: string
          search: string
          status: string
          transaction_reference: string
          user_id: string
        }
        Insert: {
          amount: number
          assigned_at?: string | null
          assigned_to?: string | null
          corrected_at?: string | null
          country?: string | null
          created_at: string
          currency: string
          decided_at?: string | null
          decided_by?: string | null
          first_approved_at?: string | null
          first_approved_by?: string | null
          flag?: number
          held_until?: string | null
          hold_reason?: string | null
          id: string
          kind: string
          payment_code?: string | null
          payment_method: string
          search: string
          status: string
          transaction_reference: string
          user_id: string
        }
        Update: {
          amount?: number
          assigned_at?: string | null
          assigned_to?: string | null
          corrected_at?: string | null
          country?: string | null
          created_at?: string
          currency?: string
          decided_at?: string | null
          decided_by?: string | null
          first_approved_at?: string | null
          first_approved_by?: string | null
          flag?: number
          held_until?: string | null
          hold_reason?: string | null
          id?: string
          kind?: string
          payment_code?: string | null
          payment_method?: string
          search?: string
          status?: string
          transaction_reference?: string
          user_id?: string
        }
        Relationships: []
      }
      sandbox_checkout_sessions: {
        Row: {
          amount_minor: number
          cancel_url: string
          created_at: string
          currency: string
          decided_at: string | null
          description: string
          expires_at: string
          id: string
          record_id: string
          record_type: string
          status: string
          success_url: string
          user_id: string
        }
        Insert: {
          amount_minor: number
          cancel_url: string
          created_at?: string
          currency: string
          decided_at?: string | null
          description: string
          expires_at?: string
          id: string
          record_id: string
          record_type: string
          status?: string
          success_url: string
          user_id: string
        }
        Update: {
          amount_minor?: number
          cancel_url?: string
          created_at?: string
          currency?: string
          decided_at?: string | null
          description?: string
          expires_at?: string
          id?: string
          record_id?: string
          record_type?: string
          status?: string
          success_url?: string
          user_id?: string
        }
        Relationships: []
      }
      security_settings: {
        Row: {
          administrators_need_second_factor: boolean
          id: string
          is_only_row: boolean
          updated_at: string
        }
        Insert: {
          administrators_need_second_factor?: boolean
          id?: string
          is_only_row?: boolean
          updated_at?: string
        }
        Update: {
          administrators_need_second_factor?: boolean
          id?: string
          is_only_row?: boolean
          updated_at?: string
        }
        Relationships: []
      }
      support_contact: {
        Row: {
          email: string | null
          id: string
          is_only_row: boolean
          phone: string | null
          updated_at: string
          url: string | null
        }
        Insert: {
          email?: string | null
          id?: string
          is_only_row?: boolean
          phone?: string | null
          updated_at?: string
          url?: string | null
        }
        Update: {
          email?: string | null
          id?: string
          is_only_row?: boolean
          phone?: string | null
          updated_at?: string
          url?: string | null
        }
        Relationships: []
      }
      transactions: {
        Row: {
          amount: number
          created_at: string
          currency: string
          description: string
          id: string
          related_order_id: string | null
          status: string
          type: string
          user_id: string
        }
        Insert: {
          amount: number
          created_at?: string
          currency: string
          description: string
          id?: string
          related_order_id?: string | null
          status: string
          type: string
          user_id: string
        }
        Update: {
          amount?: number
          created_at?: string
          currency?: string
          description?: string
          id?: string
          related_order_id?: string | null
          status?: string
          type?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "transactions_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      users: {
        Row: {
          created_at: string
          email: string | null
          id: string
        }
        Insert: {
          created_at?: string
          email?: string | null
          id: string
        }
        Update: {
          created_at?: string
          email?: string | null
          id?: string
        }
        Relationships: []
      }
      webhook_deliveries: {
        Row: {
          attempts: number
          created_at: string
          data: Json
          due_at: string
          error: string | null
          event: string
          finished_at: string | null
          id: string
          record_id: string | null
          state: string
          status_code: number | null
        }
        Insert: {
          attempts?: number
          created_at?: string
          data: Json
          due_at?: string
          error?: string | null
          event: string
          finished_at?: string | null
          id?: string
          record_id?: string | null
          state?: string
          status_code?: number | null
        }
        Update: {
          attempts?: number
          created_at?: string
          data?: Json
          due_at?: string
          error?: string | null
          event?: string
          finished_at?: string | null
          id?: string
          record_id?: string | null
          state?: string
          status_code?: number | null
        }
        Relationships: []
      }
    }
    Views: {
      account_directory: {
        Row: {
          account_type: string | null
          avatar_url: string | null
          created_at: string | null
          email: string | null
          full_name: string | null
          id: string | null
          search_name: string | null
          updated_at: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      approve_first: { Args: { record_id: string }; Returns: undefined }
      ask_customer: { Args: { record_id: string; question: string }; Returns: undefined }
      assign_record: { Args: { record_id: string; administrator_id?: string }; Returns: undefined }
      audit_chain_status: { Args: never; Returns: { position: number; hash: string; sealed_at: string; unsealed: number; checked_at: string; checked_position: number; broken_entry: number; problem: string }[] }
      audit_head: { Args: never; Returns: { position: number; hash: string }[] }
      authorize_account_action: { Args: { user_id: string; action: string; reason?: string }; Returns: Json }
      bank_line_counts: { Args: never; Returns: Json }
      begin_mail: { Args: { mail_id: number; mail_lease: string }; Returns: boolean }
      claim_mails: { Args: { max_mails?: number }; Returns: { id: number; lease: string; kind: string; email: string; locale: string; record_id: string; record: Json; detail: Json; functions_url: string; unsubscribe_token: string }[] }
      claim_webhooks: { Args: { max_deliveries?: number }; Returns: { id: string; attempt: number; event: string; data: Json; created_at: string; url: string; secret: string }[] }
      complete_mail: { Args: { mail_id: number; mail_lease: string; outcome: string; result?: string }; Returns: boolean }
      complete_webhook: { Args: { delivery_id: string; delivery_attempt: number; status_code: number; error?: string }; Returns: boolean }
      confirm_payment_links: { Args: { ids: string[] }; Returns: { link_id: string; result: string }[] }
      correct_decision: { Args: { record_id: string; status: string; reason: string }; Returns: undefined }
      count_records: { Args: { filter?: Json; up_to?: number }; Returns: number }
      customer_overview: { Args: { user_id: string }; Returns: Json }
      decide_administrator_request: { Args: { request_id: string; is_confirmed: boolean }; Returns: undefined }
      decision_times: { Args: { from_day: string; to_day: string }; Returns: { day: string; decisions: number; median_seconds: number; p90_seconds: number }[] }
      decisions_per_administrator: { Args: { from_day: string; to_day: string }; Returns: { administrator_id: string; email: string; approved: number; rejected: number; corrections: number; median_seconds: number }[] }
      deliver_by_provider: { Args: { record_id: string; administrator_id: string; provider: string; is_test: boolean; result: Json }; Returns: undefined }
      deliver_card: { Args: { record_id: string; last4: string; expiry: string }; Returns: undefined }
      deliver_top_up: { Args: { record_id: string; confirmation: string }; Returns: undefined }
      delivery_counts: { Args: never; Returns: { open_count: number; overdue_count: number }[] }
      delivery_queue: { Args: { is_done?: boolean; after?: Json; page_size?: number }; Returns: { record_id: string; kind: string; state: string; due_at: string; is_overdue: boolean; user_id: string; customer_name: string; customer_email: string; amount: number; currency: string; details: Json; approved_at: string; card_last4: string; card_expiry: string; confirmation: string; is_test: boolean; provider: string; failure_reason: string; delivered_at: string; delivered_by_email: string; sorted_at: string }[] }
      end_my_session: { Args: { session_id: string }; Returns: undefined }
      end_sessions_of: { Args: { user_id: string }; Returns: number }
      export_my_data: { Args: never; Returns: Json }
      fail_delivery: { Args: { record_id: string; reason: string }; Returns: undefined }
      figures: { Args: { from_day: string; to_day: string }; Returns: Json }
      fill_decision_reason: { Args: { reason_id: string; record_id: string; locale?: string; missing?: string }; Returns: string }
      hold_record: { Args: { record_id: string; until: string; reason: string }; Returns: undefined }
      import_bank_lines: { Args: { lines: Json; source?: string }; Returns: Json }
      my_sessions: { Args: never; Returns: { id: string; is_current: boolean; signed_in_at: string; last_active_at: string; user_agent: string }[] }
      open_record: { Args: { record_id: string }; Returns: string }
      payment_cases: { Args: { filter?: Json; after?: Json; page_size?: number }; Returns: { id: string; line: Json; candidates: Json; next_cursor: Json }[] }
      payment_options: { Args: never; Returns: Json }
      provider_order: { Args: { record_id: string }; Returns: Json }
      queue_age: { Args: never; Returns: { kind: string; method: string; waiting: number; held: number; overdue: number; oldest_created_at: string; median_seconds: number; under_1_hour: number; under_4_hours: number; under_24_hours: number; over_24_hours: number }[] }
      queue_summary: { Args: never; Returns: { waiting: number; held: number; mine: number; unassigned: number; overdue: number; oldest_created_at: string }[] }
      record_checks: { Args: { record_id: string }; Returns: { check_key: string; grade: number; detail: Json }[] }
      record_neighbours: { Args: { record_id: string }; Returns: { previous_id: string; next_id: string; next_for_me: string }[] }
      record_timeline: { Args: { record_id: string }; Returns: { id: number; kind: string; actor_id: string; actor_name: string; actor_email: string; at: string; detail: Json }[] }
      rejections_by_reason: { Args: { from_day: string; to_day: string }; Returns: { reason: string; count: number; amount: number }[] }
      release_record: { Args: { record_id: string }; Returns: undefined }
      request_administrator_change: { Args: { user_id: string; action: string; reason?: string }; Returns: string }
      reserve_payment_code: { Args: never; Returns: string }
      resolve_case: { Args: { line_id: string; action: string; record_id?: string; note?: string }; Returns: undefined }
      retry_webhook: { Args: { delivery_id: string }; Returns: undefined }
      reused_references: { Args: { record_ids: string[] }; Returns: { record_id: string; earlier_id: string; earlier_status: string; earlier_created_at: string }[] }
      search_audit_log: { Args: { filter?: Json; after?: number; page_size?: number }; Returns: { id: number; recorded_at: string; actor_id: string; actor_role: string; actor_email: string; table_name: string; record_id: string; action: string; before: Json; after_values: Json; origin: Json; chain_position: number; is_erased: boolean }[] }
      search_bank_lines: { Args: { filter?: Json; after?: Json; page_size?: number }; Returns: { id: string; line: Json; next_cursor: Json }[] }
      search_records: { Args: { filter?: Json; after?: Json; page_size?: number }; Returns: { id: string; kind: string; user_id: string; customer_name: string; customer_email: string; status: string; amount: number; currency: string; payment_method: string; transaction_reference: string; country: string; created_at: string; decided_at: string; decided_by: string; assigned_to: string; assignee_name: string; assigned_at: string; held_until: string; hold_reason: string; first_approved_by: string; first_approved_at: string; corrected_at: string; flag: number; next_cursor: Json }[] }
      send_test_webhook: { Args: never; Returns: string }
      undo_payment_link: { Args: { id: string }; Returns: undefined }
      unsubscribe: { Args: { token: string }; Returns: boolean }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
