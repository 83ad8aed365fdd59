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
      orders: {
        Row: {
          admin_notes: string | null
          amount: number
          card_details: Json
          created_at: string
          currency: string
          id: string
          idempotency_key: string | null
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
          updated_at: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      authorize_account_action: { Args: { user_id: string; action: string; reason?: string }; Returns: Json }
      customer_overview: { Args: { user_id: string }; Returns: Json }
      decide_administrator_request: { Args: { request_id: string; is_confirmed: boolean }; Returns: undefined }
      deliver_by_provider: { Args: { record_id: string; administrator_id: string; provider: string; is_test: boolean; result: Json }; Returns: undefined }
      deliver_card: { Args: { record_id: string; last4: string; expiry: string }; Returns: undefined }
      deliver_top_up: { Args: { record_id: string; confirmation: string }; Returns: undefined }
      delivery_counts: { Args: never; Returns: { open_count: number; overdue_count: number }[] }
      delivery_queue: { Args: { is_done?: boolean; after?: Json; page_size?: number }; Returns: { record_id: string; kind: string; state: string; due_at: string; is_overdue: boolean; user_id: string; customer_name: string; customer_email: string; amount: number; currency: string; details: Json; approved_at: string; card_last4: string; card_expiry: string; confirmation: string; is_test: boolean; provider: string; failure_reason: string; delivered_at: string; delivered_by_email: string; sorted_at: string }[] }
      end_my_session: { Args: { session_id: string }; Returns: undefined }
      end_sessions_of: { Args: { user_id: string }; Returns: number }
      export_my_data: { Args: never; Returns: Json }
      fail_delivery: { Args: { record_id: string; reason: string }; Returns: undefined }
      my_sessions: { Args: never; Returns: { id: string; is_current: boolean; signed_in_at: string; last_active_at: string; user_agent: string }[] }
      provider_order: { Args: { record_id: string }; Returns: Json }
      request_administrator_change: { Args: { user_id: string; action: string; reason?: string }; Returns: string }
      reused_references: { Args: { record_ids: string[] }; Returns: { record_id: string; earlier_id: string; earlier_status: string; earlier_created_at: string }[] }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
